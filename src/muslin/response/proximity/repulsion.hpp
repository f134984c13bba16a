#pragma once
#include <muslin/response/collision_options.hpp>
#include <span>

namespace muslin {

class CollisionView;

/// The impulse that the candidate of an implicit step already applies to a pair in proximity (contact_springs.hpp).
struct SpringImpulse {
  bool on_spring = false;
  double normal_impulse = 0.0;    ///< part along the normal that counts for Coulomb's bound [N s]
  double friction_impulse = 0.0;  ///< magnitude of the tangential part [N s]
};

/// Contributions of contact springs and of the response to the pairs in proximity.
struct RepulsionContext {
  std::span<const SpringImpulse> spring_impulses = {};  ///< one per pair of proximities(), or empty
  bool has_friction = true;                             ///< false if the response itself handles friction
};

/// Separates pairs that are nearer than their thickness d at the start of the step, with friction [Bridson02 §7.2]. For
/// each pair in the order of compare_stencils, with overlap o = d - distance:
///   stop the approach           λ_c = max(0, -u/a)
///   spring, if u < rate o/Δt    λ_r = min(Δt k o, (rate o/Δt - u)/a)
///   friction                    reduces the tangential velocity by μ a (λ_c + λ_r), at most to zero: Coulomb's bound
/// Unlike the paper, a few sweeps run over all pairs, and the bounds Δt k o and Coulomb's apply to the sums. Impulses
/// of contact springs count for Coulomb's bound and are not applied again. Pairs of prescribed vertices only are
/// skipped. Momentum is conserved.
void repel(CollisionView& step, const RepulsionOptions& options, const RepulsionContext& context = {});

}  // namespace muslin
