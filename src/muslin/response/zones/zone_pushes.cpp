#include <muslin/response/zones/impulse_minimiser.hpp>
#include <muslin/response/zones/zone_friction.hpp>
#include <muslin/response/zones/zone_pushes.hpp>

namespace muslin {
namespace {

/// Velocities left after the last iteration, relative to those there were, beyond which there is no sense in going on
/// [1]: in a pinch they do not fall, elsewhere they are some thousandths.
constexpr double kOfNoUse = 0.05;

}  // namespace

ZoneOutcome find_zone_pushes(const ZoneProblem& problem, double tolerance, std::span<Vec3> push, std::span<Vec3> rub) {
  ImpulseMinimiser minimiser;
  ZoneOutcome outcome = ZoneOutcome::solved;
  const auto friction = rub_contacts(
      problem,
      [&](std::span<const Vec3> relative, std::span<Vec3> p) {
        const auto report =
            minimiser.push(problem.rows, problem.normal, problem.aim, relative, {.tolerance = tolerance}, p);
        if (report.impossible)
          outcome = ZoneOutcome::pinched;
        else if (report.residual > kOfNoUse)
          outcome = ZoneOutcome::hopeless;
        return outcome == ZoneOutcome::solved;
      },
      {.tolerance = tolerance}, push, rub);
  return is_solved(outcome) && !friction.converged ? ZoneOutcome::roughly : outcome;
}

}  // namespace muslin
