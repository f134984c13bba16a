#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/response/collision_options.hpp>
#include <span>

namespace muslin {

class CollisionStep;

/// A contact between cloth and something prescribed, and the room to ask for.
struct ObstacleContact {
  const Contact* contact = nullptr;
  double target_velocity = 0.0;  ///< normal velocity to ask for at least [m/s]
};

/// What obstacles do to the vertices that run into them, one by one [Huh01 §3.5]. A fixed one turns v into
/// -e v_N + C_f v_T; a moving one carries them along. A vertex between a fixed and a moving one minds the nearer of the
/// two. Beyond the paper: C_f by Coulomb's law (ObstacleFriction); a moving obstacle lends each vertex the velocity of
/// the point that it touches, not the mean of its own: the same unless it turns; and vertices that part are left alone
/// by moving ones as well.
void resolve_obstacles(CollisionStep& step, std::span<const ObstacleContact> contacts,
                       const CollisionClustersOptions& options);

}  // namespace muslin
