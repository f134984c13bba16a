#include <algorithm>
#include <cmath>
#include <map>
#include <muslin/contact/cluster_mesh.hpp>
#include <muslin/contact/impulse.hpp>
#include <muslin/response/clusters/cluster_obstacles.hpp>
#include <muslin/response/collision_view.hpp>

namespace muslin {
namespace {

/// A vertex that an obstacle touches.
struct Touch {
  VertexId vertex;
  Vec3 normal = Vec3::Zero();    ///< unit vector away from the obstacle
  Vec3 obstacle = Vec3::Zero();  ///< velocity of the obstacle at the contact [m/s]
  double gap = 0.0;              ///< at the start [m]
  double target_velocity = 0.0;  ///< smallest acceptable normal velocity [m/s]
  double friction = 0.0;         ///< μ [1]

  [[nodiscard]] bool is_moving() const { return obstacle != Vec3::Zero(); }
};

std::vector<Touch> find_touches(const CollisionView& step, std::span<const ObstacleContact> contacts) {
  std::vector<Touch> touches;
  for (const auto& [contact, target_velocity] : contacts) {
    ContactSide cloth = contact_side(*contact, 1), obstacle = contact_side(*contact, 0);
    const auto is_cloth = [&](VertexId v) { return step.is_movable(v); };
    const bool swapped = !std::any_of(cloth.vertices().begin(), cloth.vertices().end(), is_cloth);
    if (swapped) std::swap(cloth, obstacle);
    Touch touch{.vertex = {},
                .normal = swapped ? Vec3(-contact->normal) : contact->normal,
                .obstacle = Vec3::Zero(),
                .gap = normal_gap(*contact, step.start()),
                .target_velocity = target_velocity,
                .friction = step.friction(*contact)};
    for (std::size_t k = 0; k < obstacle.size; ++k)
      touch.obstacle += obstacle.weight[k] * step.velocity()[obstacle.vertex[k].index()];
    for (std::size_t k = 0; k < cloth.size; ++k) {
      touch.vertex = cloth.vertex[k];
      if (step.is_movable(touch.vertex) && cloth.weight[k] > 0.0) touches.push_back(touch);
    }
  }
  return touches;
}

/// Determines for each touched vertex whether the nearest obstacle moves. This decides for vertices that both fixed and
/// moving obstacles touch.
std::map<VertexId, bool> find_nearest(std::span<const Touch> touches) {
  std::map<VertexId, const Touch*> nearest;
  for (const Touch& touch : touches) {
    const Touch*& known = nearest[touch.vertex];
    if (known == nullptr || touch.gap < known->gap) known = &touch;
  }
  std::map<VertexId, bool> result;
  for (const auto& [vertex, touch] : nearest) result[vertex] = touch->is_moving();
  return result;
}

}  // namespace

void resolve_obstacles(CollisionView& step, std::span<const ObstacleContact> contacts,
                       const CollisionClustersOptions& options) {
  const std::vector<Touch> touches = find_touches(step, contacts);
  const std::map<VertexId, bool> nearest_moves = find_nearest(touches);
  for (const Touch& touch : touches) {
    if (touch.is_moving() != nearest_moves.at(touch.vertex)) continue;
    Vec3& velocity = step.velocity()[touch.vertex.index()];
    const Vec3 relative = velocity - touch.obstacle;
    const double normal_speed = touch.normal.dot(relative);
    if (normal_speed >= touch.target_velocity) continue;  // the vertex separates fast enough
    if (touch.is_moving()) {
      velocity = touch.obstacle + touch.target_velocity * touch.normal;
      continue;
    }
    const double bounce = std::max(touch.target_velocity, -options.restitution * normal_speed);
    const Vec3 sliding = tangential(relative, touch.normal);
    double kept = options.sliding;
    if (options.friction == ObstacleFriction::contact) {
      const double speed = sliding.norm(), lost = touch.friction * (bounce - normal_speed);
      kept = speed > lost ? 1.0 - lost / speed : 0.0;
    }
    velocity = touch.obstacle + bounce * touch.normal + kept * sliding;
  }
}

}  // namespace muslin
