#pragma once
#include <muslin/response/collision_options.hpp>

namespace muslin {

class CollisionStep;

/// Pushes apart what is nearer than its thickness at the start of the step, and lets it rub [Bridson02 §7.2]: for each
/// pair in the order of compare_stencils, with overlap o = d - distance,
///   stop the approach         λ_c = max(0, -u/a)
///   push, if u < rate o/Δt    λ_r = min(Δt k o, (rate o/Δt - u)/a)
///   rub                       the tangential velocity shrinks by μ a (λ_c + λ_r), to zero at most: Coulomb's bound
/// Differs from the paper by a few sweeps over all pairs, in which the bounds, Δt k o and Coulomb's, hold for the sums.
/// What the candidate has already carried (contact_springs.hpp) counts for Coulomb's bound, and is not pushed again.
/// Pairs of prescribed vertices only are left alone. Momentum is kept.
void repel(CollisionStep& step, const RepulsionOptions& options);

}  // namespace muslin
