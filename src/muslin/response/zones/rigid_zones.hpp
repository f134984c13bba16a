#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// Makes the rigid impact zones response [Provot97; Bridson02 §7.5]. Impulses are applied first (gauss_seidel.hpp).
/// Contacts that still collide form zones that move as rigid bodies (zone_motion.hpp), with the velocities that the
/// impulses left. Zones grow and merge until no new collisions are found. A zone whose prescribed vertices do not move
/// as one rigid body is pinched: it keeps its velocities, and the other zones are resolved.
[[nodiscard]] std::unique_ptr<Response> make_rigid_zones(const RigidZonesOptions& options = {},
                                                         const GaussSeidelOptions& impulses = {});

}  // namespace muslin
