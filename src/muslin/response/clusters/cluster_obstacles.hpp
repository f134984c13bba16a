#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/response/collision_options.hpp>
#include <span>

namespace muslin {

class CollisionView;

/// A contact between cloth and an obstacle, with its target velocity.
struct ObstacleContact {
  const Contact* contact = nullptr;
  double target_velocity = 0.0;  ///< smallest acceptable normal velocity [m/s]
};

/// Resolves contacts with obstacles vertex by vertex [Huh01 §3.5]. A fixed obstacle changes the velocity v of a vertex
/// into -e v_N + C_f v_T; a moving obstacle carries the vertex along. A vertex between a fixed and a moving obstacle
/// collides with the nearer one.
///
/// The code differs from the paper in three points. C_f follows Coulomb's law (ObstacleFriction). A moving obstacle
/// gives each vertex the velocity of the point that it touches instead of the mean velocity of the obstacle; the two
/// differ where the obstacle rotates. Moving obstacles, like fixed ones, ignore separating vertices.
void resolve_obstacles(CollisionView& step, std::span<const ObstacleContact> contacts,
                       const CollisionClustersOptions& options);

}  // namespace muslin
