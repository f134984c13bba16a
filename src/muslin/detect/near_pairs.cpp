#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/detect.hpp>
#include <muslin/detect/near_pairs.hpp>
#include <muslin/detect/separation.hpp>

namespace muslin::detail {
namespace {

/// The share of its slack within which a vertex must end to count as near its predicted end. The rest of the slack
/// covers rounding, here and wherever the list is used.
///
/// Proof. Let a pair be left out because stays_farther_than(direction of height h (1 - 2⁻⁴⁰), motion to its predicted
/// ends, s + σ) holds, with s the largest separation that such ends can have and σ the sum of the largest slacks of its
/// two elements. For ends within this share of the slack, the approach along the direction is larger by at most (1 -
/// 2⁻¹⁰) σ, so h (1 - 2⁻⁴⁰) less the approach exceeds s by 2⁻¹⁰ σ, exactly. Each slack is at least 2⁻⁴ of its vertex'
/// motion (tolerance::kSearchSlackPerMotion), so 2⁻¹⁰ σ is at least 2⁻¹⁶ of the largest motion to any such end. This is
/// far more than the error of some 1000 u of that motion, and 2⁻⁴⁰ h is far more than the error of some 16 u of h, by
/// which stays_farther_than(direction, motion to the ends, s) could fail to prove it. The same holds for
/// relative_motion_is_below(), whose R bounds the approach along any direction. So every pair that is left out is one
/// that this test would leave out, and the result of a search does not depend on the predicted ends.
constexpr double kUsedSlack = 1 - 0x1p-9;  // below the 1 - 2⁻¹⁰ of the proof, as lengths are compared with rounding
constexpr double kUsedDistance = 1 - 0x1p-40;
static_assert(tolerance::kSearchSlackPerMotion >= 0x1p-4);

/// Number of tasks for each thread after which their results are put into the lists. A pile has thousands of tasks; if
/// each kept its results until all have run, these would take several times the memory of the lists. With fewer tasks
/// to a round, threads would wait for each other. Results do not depend on it.
constexpr std::size_t kTasksPerThreadAndRound = 16;

bool is_near(const Vec3& end, const Vec3& place, double slack) {
  const double reach = kUsedSlack * slack;
  return (end - place).squaredNorm() <= reach * reach;  // false for NaN
}

}  // namespace

void NearPairs::predict_end(std::size_t v, const Vec3& end, double slack) {
  predicted_end_[v] = end;
  // Rounding is monotone, so no end within the slack has a coordinate beyond |end| + slack as rounded.
  slack += file_separation(start_[v], end);
  const double separation = file_separation(start_[v], end.cwiseAbs() + Vec3::Constant(slack));
  predicted_[v] = {start_[v], end - start_[v], slack, separation};
  // The separation of a pair is the larger of its elements'. With the whole of it on each side, the sum is enough.
  inflation_[v] = std::max(thickness_.largest() / 2, slack + separation);
}

void NearPairs::begin(std::span<const Vec3> start, std::span<const Vec3> likely_end, const ThicknessRule& thickness) {
  const std::size_t n = mesh().vertex_count;
  MUSLIN_ASSERT(start.size() == n && likely_end.size() == n);
  MUSLIN_ASSERT(thickness.rest_position.empty() || thickness.rest_position.size() == n);
  start_ = start;
  thickness_ = thickness;
  inflation_.resize(n);
  predicted_end_.resize(n);
  predicted_.resize(n);
  is_stray_.resize(n);
  parallel_for(n, kVerticesPerChunk, [&](std::size_t v) {
    const Vec3& end = likely_end[v].allFinite() ? likely_end[v] : start[v];
    predict_end(v, end,
                tolerance::kSearchSlackPerThickness * thickness.largest() +
                    tolerance::kSearchSlackPerMotion * (end - start[v]).norm());
  });
  choose_frame();
  refit_boxes();
  prepare_far_pair_filter();
  vertices_.clear();
  directions_.clear();
  kinds_.clear();
  broad_phase_pair_count_ = 0;
  broad_phase_.divide(tasks_);
  search(true);
  make_proximities();
}

void NearPairs::cover(std::span<const Vec3> end) {
  const std::size_t n = start_.size();
  has_stray_in_chunk_.assign(chunk_count(n, kVerticesPerChunk), 0);
  parallel_chunks(n, kVerticesPerChunk, [&](Chunk chunk) {
    for (std::size_t v = chunk.begin; v < chunk.end; ++v) {
      const bool strayed = !is_near(end[v], predicted_end_[v], predicted_[v].slack);
      is_stray_[v] = static_cast<std::uint8_t>(strayed);
      if (!strayed) continue;
      has_stray_in_chunk_[chunk.index] = 1;
      // A vertex that deviates far once is likely to do so again.
      const double deviation = (end[v] - predicted_end_[v]).norm(), motion = (end[v] - start_[v]).norm();
      const double slack = std::max({predicted_[v].slack, tolerance::kSearchSlackPerDeviation * deviation,
                                     tolerance::kSearchSlackPerMotion * motion});
      predict_end(v, end[v], slack);
    }
  });
  if (std::none_of(has_stray_in_chunk_.begin(), has_stray_in_chunk_.end(), [](std::uint8_t any) { return any != 0; }))
    return;
  refit_boxes();
  drop_pairs_of_stray_vertices();
  broad_phase_.divide_around(is_stray_, tasks_);
  search(false);
}

/// Chooses the motion of the median vertex, axis by axis. Vertices that move together sweep large boxes although they
/// do not approach each other; in a frame that moves with them, the boxes are small. A median is not affected by a few
/// vertices that fly away.
void NearPairs::choose_frame() {
  frame_.setZero();
  if (predicted_.empty()) return;
  motions_.resize(predicted_.size());
  const auto middle = motions_.begin() + static_cast<std::ptrdiff_t>(motions_.size() / 2);
  for (int axis = 0; axis < 3; ++axis) {
    for (std::size_t v = 0; v < motions_.size(); ++v) motions_[v] = predicted_[v].motion[axis];
    std::nth_element(motions_.begin(), middle, motions_.end());
    if (std::isfinite(*middle)) frame_[axis] = *middle;
  }
}

/// The slack covers the rounding of the difference, see above.
void NearPairs::refit_boxes() {
  predicted_end_in_frame_.resize(predicted_end_.size());
  parallel_for(predicted_end_.size(), kVerticesPerChunk,
               [&](std::size_t v) { predicted_end_in_frame_[v] = predicted_end_[v] - frame_; });
  broad_phase_.refit(start_, predicted_end_in_frame_, inflation_);
}

void NearPairs::prepare_far_pair_filter() {
  far_pair_filter_.begin(start_.size(), start_.empty() ? Vec3(Vec3::Zero()) : start_[0], thickness_.largest());
  parallel_for(start_.size(), kVerticesPerChunk, [&](std::size_t v) {
    const PredictedVertex& of = predicted_[v];
    far_pair_filter_.set(v, {of.start, of.motion, of.slack + of.separation});
  });
  far_pair_filter_.finish();
}

/// Runs the tasks of the search and appends the pairs that they find to the lists. The pairs of the broad phase are
/// examined where they are found; all of them together would take more memory than everything else.
void NearPairs::search(bool with_proximities) {
  const std::size_t round = kTasksPerThreadAndRound * static_cast<std::size_t>(thread_limit());
  std::vector<Part> parts(std::min(tasks_.count, round));
  for (std::size_t first = 0; first < tasks_.count; first += round) {
    const std::size_t count = std::min(round, tasks_.count - first);
    parallel_for(count, 1, [&](std::size_t i) {
      Part& part = parts[i];
      broad_phase_.find(tasks_, first + i, part.broad_phase_pairs);
      part.broad_phase_pair_count = part.broad_phase_pairs.size();
      if (with_proximities) far_pair_filter_.drop_from(mesh(), part.broad_phase_pairs);
      examine_pairs(part, with_proximities);
    });
    append(std::span(parts).first(count));
  }
}

void NearPairs::examine_pairs(Part& part, bool with_proximities) const {
  part.in_proximity.clear();
  part.near.clear();
  // A lower bound above this distance rules a proximity out: closest points err by 1e-15 of the size of the elements,
  // which are less than a million times as large as the thickness.
  const double far = with_proximities ? thickness_.largest() * (1 + 0x1p-20) : 0;
  for_each_stencil(mesh(), part.broad_phase_pairs, [&](auto kind, const StencilVertices& vertex) {
    const std::array<const PredictedVertex*, 4> of = {&predicted_[vertex[0].index()], &predicted_[vertex[1].index()],
                                                      &predicted_[vertex[2].index()], &predicted_[vertex[3].index()]};
    const std::array<Vec3, 4> x = {of[0]->start, of[1]->start, of[2]->start, of[3]->start};
    const std::array<Vec3, 4> motion = {of[0]->motion, of[1]->motion, of[2]->motion, of[3]->motion};
    const double reach = reach_of(kind, of);
    const auto stays_apart = [&](const StartDirection& direction) {
      return stays_farther_than(kind, {direction.n, direction.length, direction.height * kUsedDistance}, motion, reach);
    };
    // Try a guess first: most broad-phase pairs are too far apart to matter and need no closest points.
    if (with_proximities) {
      const double distance = distance_lower_bound(kind, x, centre_difference(kind, x));
      if (distance > far && relative_motion_is_below(kind, motion, distance * kUsedDistance - reach)) return;
    } else if (stays_apart(centre_direction(kind, x))) {
      return;
    }
    const StencilGap nearest = closest_points(kind, x);
    if (with_proximities && is_in_proximity(thickness_, kind, vertex, nearest, &motion))
      part.in_proximity.push_back({vertex, kind});
    const StartDirection direction = start_direction(kind, x, nearest.gap);
    if (!stays_apart(direction)) part.near.push_back({vertex, direction, kind});
  });
}

/// Returns how much further apart than its relative motion to the predicted ends a pair must be [m]: the separation
/// plus the slacks of both elements.
double NearPairs::reach_of(StencilKind kind, const std::array<const PredictedVertex*, 4>& vertex) {
  const auto& [v0, v1, v2, v3] = vertex;
  // Vertex 2 belongs to the first element of a vertex-triangle pair and to the second of an edge-edge pair. In a
  // vertex-edge pair it repeats vertex 0.
  const double slacks = kind == StencilKind::edge_edge ? std::max(v0->slack, v1->slack) + std::max(v2->slack, v3->slack)
                                                       : std::max({v0->slack, v1->slack, v2->slack}) + v3->slack;
  return std::max({v0->separation, v1->separation, v2->separation, v3->separation}) + slacks;
}

void NearPairs::drop_pairs_of_stray_vertices() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    if (any_marked(is_stray_, vertices_[i])) continue;
    vertices_[kept] = vertices_[i];
    directions_[kept] = directions_[i];
    kinds_[kept] = kinds_[i];
    ++kept;
  }
  vertices_.resize(kept);
  directions_.resize(kept);
  kinds_.resize(kept);
}

void NearPairs::append(std::span<const Part> parts) {
  std::size_t proximities = 0, pairs = vertices_.size();
  std::vector<std::size_t> offsets;  // of the pairs of each part
  for (const Part& part : parts) {
    offsets.push_back(pairs);
    pairs += part.near.size();
    proximities += part.in_proximity.size();
    broad_phase_pair_count_ += part.broad_phase_pair_count;
  }
  vertices_.resize(pairs);
  directions_.resize(pairs);
  kinds_.resize(pairs);
  parallel_for(parts.size(), 1, [&](std::size_t i) {
    std::size_t to = offsets[i];
    for (const Near& near : parts[i].near) {
      vertices_[to] = near.vertices;
      directions_[to] = near.direction;
      kinds_[to] = near.kind;
      ++to;
    }
  });
  if (proximities == 0) return;
  std::vector<NearStencil>& found = found_.emplace_back();
  found.reserve(proximities);
  for (const Part& part : parts) found.insert(found.end(), part.in_proximity.begin(), part.in_proximity.end());
}

/// Sorts the stencils of the pairs in proximity, and only then makes their contacts, once more from their closest
/// points: that takes less time than moving contacts, and half of the memory.
void NearPairs::make_proximities() {
  std::vector<NearStencil> sorted;
  const std::vector<std::span<const NearStencil>> lists(found_.begin(), found_.end());
  order_.sort(
      lists, start_.size(), [](const NearStencil& pair) -> const NearStencil& { return pair; }, sorted);
  found_ = {};
  resize_without_copy(proximities_, sorted.size());
  parallel_for(sorted.size(), kElementsPerChunk, [&](std::size_t i) {
    const auto& [vertex, kind] = sorted[i];
    const std::array<Vec3, 4> x = gather(start_, vertex);
    proximities_[i] = make_proximity(thickness_, kind, vertex, x, closest_points(kind, x));
  });
}

}  // namespace muslin::detail
