#include <muslin/response/impulse_minimiser.hpp>
#include <muslin/response/zone_friction.hpp>
#include <muslin/response/zone_pushes.hpp>
#include <vector>

namespace muslin {

bool find_zone_pushes(const ZoneProblem& problem, double tolerance, std::span<Vec3> impulse) {
  ImpulseMinimiser minimiser;
  const FindPushes find_pushes = [&](std::span<const Vec3> relative, std::span<Vec3> push) {
    return minimiser.push(problem.rows, problem.normal, problem.aim, relative, {.tolerance = tolerance}, push)
        .converged;
  };
  if (!find_pushes(problem.relative, impulse)) return false;
  std::vector<Vec3> rub(problem.size(), Vec3::Zero());
  rub_contacts(problem, find_pushes, tolerance, impulse, rub);
  for (std::size_t i = 0; i < rub.size(); ++i) impulse[i] += rub[i];
  return true;
}

}  // namespace muslin
