#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// Makes the inelastic projection response [Harmon08]. Impulses are applied first (gauss_seidel.hpp). Contacts that
/// still collide form zones, whose velocities are projected, in the mass norm, onto those at which no contact moves
/// along its normal. Apart from friction, sliding is not affected. Normal impulses may be negative, so that touching
/// elements stay in touch for one step. New collisions enlarge the zones, which are then solved again from their
/// original velocities.
///
/// If prescribed vertices require normal velocities that no such motion has (two plates moving apart), the zone is
/// solved with impulses r ≥ 0, as in complementarity.hpp. If that has no solution either, the zone is pinched.
[[nodiscard]] std::unique_ptr<Response> make_inelastic_projection(const InelasticProjectionOptions& options = {},
                                                                  const GaussSeidelOptions& impulses = {});

}  // namespace muslin
