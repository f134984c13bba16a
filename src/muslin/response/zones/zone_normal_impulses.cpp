#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/zones/impulse_minimiser.hpp>
#include <muslin/response/zones/zone_friction.hpp>
#include <muslin/response/zones/zone_normal_impulses.hpp>

namespace muslin {

ZoneOutcome find_zone_normal_impulses(const ZoneProblem& problem, double tolerance, std::span<Vec3> normal_impulse,
                                      std::span<Vec3> friction_impulse) {
  ImpulseMinimiser minimiser;
  ZoneOutcome outcome = ZoneOutcome::solved;
  const auto friction = find_contact_friction(
      problem,
      [&](std::span<const Vec3> relative, std::span<Vec3> p) {
        const auto report = minimiser.minimise_normal(problem.rows, problem.normal, problem.target_velocity, relative,
                                                      {.tolerance = tolerance}, p);
        if (report.unbounded)
          outcome = ZoneOutcome::pinched;
        else if (report.residual > tolerance::kInfeasibleZoneResidual)
          outcome = ZoneOutcome::unsolved;
        return outcome == ZoneOutcome::solved;
      },
      {.tolerance = tolerance}, normal_impulse, friction_impulse);
  return is_solved(outcome) && !friction.converged ? ZoneOutcome::inexact : outcome;
}

}  // namespace muslin
