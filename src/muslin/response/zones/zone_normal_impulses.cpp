#include <muslin/response/zones/impulse_minimiser.hpp>
#include <muslin/response/zones/zone_friction.hpp>
#include <muslin/response/zones/zone_normal_impulses.hpp>

namespace muslin {
namespace {

/// Residual velocity after the last iteration, relative to the initial one, beyond which a zone counts as unsolved [1].
/// In a pinch the residual does not decrease; otherwise it is a few thousandths.
constexpr double kMaxRelativeResidual = 0.05;

}  // namespace

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
        else if (report.residual > kMaxRelativeResidual)
          outcome = ZoneOutcome::unsolved;
        return outcome == ZoneOutcome::solved;
      },
      {.tolerance = tolerance}, normal_impulse, friction_impulse);
  return is_solved(outcome) && !friction.converged ? ZoneOutcome::inexact : outcome;
}

}  // namespace muslin
