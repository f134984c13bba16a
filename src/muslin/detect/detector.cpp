#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/collisions.hpp>
#include <muslin/detect/detector.hpp>
#include <muslin/detect/separation.hpp>
#include <muslin/detect/start_direction.hpp>

namespace muslin {
namespace {

constexpr std::size_t kPairsPerTask = 2048;

}  // namespace

Detector::Detector(CollisionMesh mesh) : pairs_(std::move(mesh)) {}

void Detector::begin(std::span<const Vec3> start, std::span<const Vec3> end, const ThicknessRule& thickness) {
  start_ = start;
  searched_ = false;
  pairs_.begin(start, end, thickness);
  counts_ = {.broad_phase_pairs = pairs_.broad_phase_pair_count(), .near = pairs_.size()};
}

const std::vector<Contact>& Detector::find_all_collisions(std::span<const Vec3> end) {
  set_ends(end);
  test_pairs(true);
  contacts_.swap(found_);
  return contacts_;
}

const std::vector<Contact>& Detector::find_collisions(std::span<const Vec3> end) {
  if (!searched_) return find_all_collisions(end);
  set_ends(end);
  test_pairs(false);

  // Keep the contacts found before, unless they were tested again.
  kept_.clear();
  for (const Contact& contact : contacts_)
    if (!detail::any_marked(changed_, contact.vertex)) kept_.push_back(contact);
  contacts_.resize(kept_.size() + found_.size());
  std::merge(kept_.begin(), kept_.end(), found_.begin(), found_.end(), contacts_.begin(), is_earlier);
  return contacts_;
}

void Detector::set_ends(std::span<const Vec3> end) {
  const std::size_t n = mesh().vertex_count;
  MUSLIN_ASSERT(start_.size() == n && end.size() == n);
  end_.resize(n);
  motion_.resize(n);
  separation_.resize(n);
  moves_.resize(n);
  changed_.resize(n);
  parallel_for(n, kVerticesPerChunk, [&](std::size_t v) {
    // A NaN coordinate is unequal to itself, so its vertex counts as moving and changed.
    const bool changed = !searched_ || end[v] != end_[v];
    changed_[v] = static_cast<std::uint8_t>(changed);
    if (!changed) return;
    end_[v] = end[v];
    motion_[v] = end[v] - start_[v];
    separation_[v] = file_separation(start_[v], end[v]);
    moves_[v] = static_cast<std::uint8_t>(end[v] != start_[v]);
  });
  searched_ = true;
  pairs_.cover(end_);
  ++counts_.passes;
  counts_.broad_phase_pairs = pairs_.broad_phase_pair_count();
  counts_.near = std::max(counts_.near, pairs_.size());
}

void Detector::test_pairs(bool all) {
  const std::span<const Vec3> ends = end_, motions = motion_;
  const std::size_t chunks = chunk_count(pairs_.size(), kPairsPerTask);
  if (parts_.size() < chunks) parts_.resize(chunks);
  parallel_chunks(pairs_.size(), kPairsPerTask, [&](Chunk chunk) {
    Part& part = parts_[chunk.index];
    part.found.clear();
    part.tested = 0;
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      const detail::StencilVertices& vertex = pairs_.vertices(i);
      if (!all && !detail::any_marked(changed_, vertex)) continue;
      // Stopping both elements ends every collision.
      if (!detail::any_marked(moves_, vertex)) continue;
      const auto s = detail::gather<double>(separation_, vertex);
      const double separation = std::max({s[0], s[1], s[2], s[3]});
      const StencilKind kind = pairs_.kind(i);
      const std::array<Vec3, 4> moves = detail::gather(motions, vertex);
      if (detail::stays_farther_than(kind, pairs_.direction(i), moves, separation)) continue;
      const StencilMotion motion{detail::gather(start_, vertex), detail::gather(ends, vertex)};
      if (detail::stays_farther_than(kind, detail::centre_direction(kind, motion.start), moves, separation)) continue;
      ++part.tested;
      if (const auto time = step_contact_time(kind, motion, separation))
        part.found.push_back(contact_in_motion(kind, vertex, motion, *time));
    }
  });

  found_.clear();
  for (std::size_t i = 0; i < chunks; ++i) {
    found_.insert(found_.end(), parts_[i].found.begin(), parts_[i].found.end());
    counts_.tested += parts_[i].tested;
  }
  std::sort(found_.begin(), found_.end(), is_earlier);
}

}  // namespace muslin
