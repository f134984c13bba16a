#include <algorithm>
#include <muslin/core/parallel.hpp>
#include <muslin/detect/box_pairs.hpp>
#include <muslin/sim/untangle/movable_region.hpp>

namespace muslin {

bool MovableRegion::add(std::span<const Ball> balls) {
  std::vector<Box> boxes;
  boxes.reserve(balls.size());
  for (const auto& [centre, radius] : balls)
    boxes.push_back({centre - Vec3::Constant(radius), centre + Vec3::Constant(radius)});
  const BoxPairs tree(boxes);
  const std::vector<std::uint8_t> before = is_movable_;
  parallel_for(position_.size(), kElementsPerChunk, [&](std::size_t v) {
    if (world_->is_scripted[v] != 0 || is_movable_[v] != 0) return;
    tree.visit_overlapping({position_[v], position_[v]}, [&](std::size_t b) {
      if ((position_[v] - balls[b].centre).squaredNorm() <= balls[b].radius * balls[b].radius) is_movable_[v] = 1;
    });
  });
  for (const std::vector<VertexId>& group : world_->rigid_groups)
    if (std::any_of(group.begin(), group.end(), [&](VertexId v) { return is_movable_[v.index()] != 0; }))
      for (const VertexId v : group) is_movable_[v.index()] = 1;
  return is_movable_ != before;
}

bool MovableRegion::add(std::span<const VertexId> vertices, double radius) {
  std::vector<Ball> balls;
  bool is_new = false;
  for (const VertexId v : vertices) {
    is_new |= is_movable_[v.index()] == 0 && world_->is_scripted[v.index()] == 0;
    balls.push_back({position_[v.index()], radius});
  }
  return is_new && add(balls);
}

}  // namespace muslin
