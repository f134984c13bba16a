#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/response/collision_options.hpp>
#include <span>

namespace muslin {

class CollisionView;

/// A contact between cloth and an obstacle, and its target.
struct ObstacleContact {
  const Contact* contact = nullptr;
  double target_velocity = 0.0;  ///< least normal velocity to ask for [m/s]
};

/// Collides vertices with obstacles, one by one [Huh01 §3.5]. A fixed obstacle changes v into -e v_N + C_f v_T; a
/// moving one carries the vertex along. A vertex between a fixed and a moving obstacle collides with the nearer one.
/// Beyond the paper: C_f by Coulomb's law (ObstacleFriction); a moving obstacle gives each vertex the velocity of the
/// point that it touches, not the mean of its own, which differs where it rotates; and moving obstacles, too, ignore
/// separating vertices.
void resolve_obstacles(CollisionView& step, std::span<const ObstacleContact> contacts,
                       const CollisionClustersOptions& options);

}  // namespace muslin
