#pragma once
#include <muslin/response/zones/zone_outcome.hpp>
#include <muslin/response/zones/zone_problem.hpp>
#include <span>

namespace muslin {

/// Impulses of a zone that push and do not pull, with Coulomb's friction at each contact: r ≥ 0, n·ρ' ≥
/// target_velocity, and r (n·ρ' - target_velocity) = 0 [Harmon08 §2], as far as a bounded number of iterations gets.
/// `push` and `friction_impulse` come with a guess.
[[nodiscard]] ZoneOutcome find_zone_normal_impulses(const ZoneProblem& problem, double tolerance, std::span<Vec3> push,
                                                    std::span<Vec3> friction_impulse);

}  // namespace muslin
