#pragma once
#include <muslin/response/collision_options.hpp>
#include <span>

namespace muslin {

class CollisionView;

/// What the candidate of an implicit step has already done at a pair in proximity (contact_springs.hpp) [N s].
struct SpringImpulse {
  bool on_spring = false;
  double normal_impulse = 0.0;    ///< along the normal, as far as it counts for friction
  double friction_impulse = 0.0;  ///< length, across the normal
};

/// What others have done, or will do, for the pairs in proximity.
struct RepulsionContext {
  std::span<const SpringImpulse> spring_impulses = {};  ///< one per pair of proximities(), or empty
  bool has_friction = true;                             ///< false: the response keeps friction itself
};

/// Pushes apart pairs that are nearer than their thickness at the start of the step, with friction [Bridson02 §7.2]:
/// for each pair in the order of compare_stencils, with overlap o = d - distance,
///   stop the approach           λ_c = max(0, -u/a)
///   spring, if u < rate o/Δt    λ_r = min(Δt k o, (rate o/Δt - u)/a)
///   friction                    the tangential velocity shrinks by μ a (λ_c + λ_r), to zero at most: Coulomb's bound
/// Differs from the paper by a few sweeps over all pairs, in which the bounds, Δt k o and Coulomb's, hold for the sums.
/// Impulses of contact springs count for Coulomb's bound and are not applied again. Pairs of prescribed vertices only
/// are left alone. Momentum is kept.
void repel(CollisionView& step, const RepulsionOptions& options, const RepulsionContext& context = {});

}  // namespace muslin
