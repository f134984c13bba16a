#include <algorithm>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/box_pairs.hpp>
#include <muslin/detect/intersection_tracker.hpp>
#include <muslin/geometry/element_pair.hpp>
#include <muslin/geometry/proven_disjoint.hpp>
#include <tuple>

namespace muslin {
namespace {

constexpr std::size_t kTrackedPerChunk = 512;

}  // namespace

AuditElement IntersectionTracker::element(std::size_t e) const {
  const std::size_t triangles = mesh_->triangles.size();
  if (e < triangles) return {AuditElement::Kind::triangle, static_cast<std::int32_t>(e)};
  return {AuditElement::Kind::segment, static_cast<std::int32_t>(e - triangles)};
}

std::size_t IntersectionTracker::number(const AuditElement& element) const {
  return static_cast<std::size_t>(element.index) +
         (element.kind == AuditElement::Kind::triangle ? 0 : mesh_->triangles.size());
}

std::vector<std::size_t> IntersectionTracker::move(std::span<const Vec3> position) {
  const bool is_first = position_.empty();
  if (is_first) {
    box_.resize(size());
    is_moved_.assign(size(), 0);
    for (std::size_t e = 0; e < size(); ++e)
      is_obstacle_.push_back(mesh_->is_obstacle[static_cast<std::size_t>(mesh_->body(element(e)))]);
  }
  std::vector<std::size_t> moved;
  for (std::size_t e = 0; e < size(); ++e) {
    const std::span<const VertexId> vertices = mesh_->vertices(element(e));
    is_moved_[e] = is_first || std::any_of(vertices.begin(), vertices.end(),
                                           [&](VertexId v) { return position_[v.index()] != position[v.index()]; })
                       ? 1
                       : 0;
    if (is_moved_[e] == 0) continue;
    box_[e] = {};
    for (const VertexId v : vertices) box_[e].include(position[v.index()]);
    moved.push_back(e);
  }
  position_.assign(position.begin(), position.end());
  return moved;
}

void IntersectionTracker::find_pairs_of(std::span<const std::size_t> moved) {
  std::vector<Box> boxes;
  boxes.reserve(moved.size());
  for (const std::size_t e : moved) boxes.push_back(box_[e]);
  const BoxPairs tree(boxes);
  std::vector<std::vector<IntersectingPair>> found(chunk_count(size(), kTrackedPerChunk));
  parallel_chunks(size(), kTrackedPerChunk, [&](Chunk chunk) {
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      const std::span<const VertexId> vertices = mesh_->vertices(element(i));
      if (!std::all_of(vertices.begin(), vertices.end(), [&](VertexId v) { return position_[v.index()].allFinite(); }))
        continue;
      tree.visit_overlapping(box_[i], [&](std::size_t k) {
        const std::size_t j = moved[k];
        if (j == i || (is_moved_[i] != 0 && j < i)) return;  // such a pair is found from its lower element
        if (is_obstacle_[i] != 0 && is_obstacle_[j] != 0) return;
        const auto [low, high] = std::minmax(i, j);
        const ElementPair pair = make_element_pair(make_element(mesh_->vertices(element(low)), position_),
                                                   make_element(mesh_->vertices(element(high)), position_));
        if (proven_disjoint(pair) || !intersect(pair)) return;
        const Box overlap{box_[i].lower.cwiseMax(box_[j].lower), box_[i].upper.cwiseMin(box_[j].upper)};
        found[chunk.index].push_back({element(low), element(high), overlap.centre()});
      });
    }
  });
  for (const std::vector<IntersectingPair>& part : found) pairs_.insert(pairs_.end(), part.begin(), part.end());
}

const std::vector<IntersectingPair>& IntersectionTracker::update(std::span<const Vec3> position) {
  const std::vector<std::size_t> moved = move(position);
  if (moved.empty()) return pairs_;
  std::erase_if(pairs_, [&](const IntersectingPair& pair) {
    return is_moved_[number(pair.a)] != 0 || is_moved_[number(pair.b)] != 0;
  });
  find_pairs_of(moved);
  std::sort(pairs_.begin(), pairs_.end(), [](const IntersectingPair& p, const IntersectingPair& q) {
    return std::tie(p.a, p.b) < std::tie(q.a, q.b);
  });
  return pairs_;
}

}  // namespace muslin
