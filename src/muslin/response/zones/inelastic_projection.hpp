#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>

namespace muslin {

/// Inelastic projection [Harmon08]: impulses first (gauss_seidel.hpp); contacts that still collide make zones, whose
/// velocities are projected onto those at which no contact moves along its normal, in the mass norm. Sliding is left
/// alone, but for friction. Contacts may pull: touching elements stay in touch for one step. New collisions make zones
/// grow, which are then solved anew from where they began.
///
/// Where prescribed vertices ask for normal velocities that no such motion has (two plates moving apart), the zone is
/// solved with impulses r ≥ 0, as in complementarity.hpp; where that has no answer either, it is pinched.
[[nodiscard]] std::unique_ptr<Response> make_inelastic_projection(const InelasticProjectionOptions& options = {},
                                                                  const GaussSeidelOptions& impulses = {});

}  // namespace muslin
