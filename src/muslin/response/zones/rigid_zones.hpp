#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// Rigid impact zones [Provot97; Bridson02 §7.5]: impulses first (gauss_seidel.hpp); what still collides then makes
/// zones that move like rigid bodies (zone_motion.hpp), with the velocities that the impulses left. New collisions make
/// zones grow and merge, until there are none. A zone whose prescribed vertices do not move like one rigid body is
/// pinched: it keeps its velocities, and the others are resolved.
[[nodiscard]] std::unique_ptr<Response> make_rigid_zones(const RigidZonesOptions& options = {},
                                                         const GaussSeidelOptions& impulses = {});

}  // namespace muslin
