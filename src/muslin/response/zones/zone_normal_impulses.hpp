#pragma once
#include <muslin/response/zones/zone_problem.hpp>
#include <span>

namespace muslin {

/// Finds normal impulses r ≥ 0 of a zone, with Coulomb friction at each contact:
///   n·ρ' ≥ target_velocity,   r (n·ρ' - target_velocity) = 0   [Harmon08 §2]
/// The number of iterations is bounded. Both spans hold an initial guess.
[[nodiscard]] ZoneOutcome find_zone_normal_impulses(const ZoneProblem& problem, double tolerance,
                                                    std::span<Vec3> normal_impulse, std::span<Vec3> friction_impulse);

}  // namespace muslin
