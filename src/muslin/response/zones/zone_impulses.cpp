#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/zones/zone_impulses.hpp>

namespace muslin {

bool ZoneImpulses::prepare(const CollisionView& step, std::vector<std::uint8_t>& must_solve) {
  target_velocity_.resize(set().size());
  normal_impulse_.resize(set().size());
  friction_impulse_.resize(set().size());
  for (const std::uint32_t i : set().last_found()) {
    const int times_found = set().history()[i].times_found;
    if (times_found > tolerance::kMaxTimesFound) return false;
    target_velocity_[i] = target_velocity(step, set().contacts()[i], times_found);
    if (times_found == 1) normal_impulse_[i] = friction_impulse_[i] = Vec3::Zero();
    if (const std::int32_t zone = zones().zone_of_contact()[i]; zone >= 0)
      must_solve[static_cast<std::size_t>(zone)] = 1;
  }
  return true;
}

ZoneOutcome ZoneImpulses::solve(CollisionView& step, std::size_t zone) {
  const std::span<const std::uint32_t> contacts = zones().contacts(zone);
  ZoneProblem problem;
  problem.assign(step, set().contacts(), contacts, zones().vertices(zone), target_velocity_);
  std::vector<Vec3> normal_impulse(problem.size()), friction_impulse(problem.size());
  for (std::size_t i = 0; i < normal_impulse.size(); ++i) {
    normal_impulse[i] = normal_impulse_[contacts[i]];
    friction_impulse[i] = friction_impulse_[contacts[i]];
  }
  const ZoneOutcome outcome = find_impulses(problem, normal_impulse, friction_impulse);
  if (!is_solved(outcome)) return outcome;
  for (std::size_t i = 0; i < normal_impulse.size(); ++i) {
    normal_impulse_[contacts[i]] = normal_impulse[i];
    friction_impulse_[contacts[i]] = friction_impulse[i];
    normal_impulse[i] += friction_impulse[i];
  }
  problem.apply(normal_impulse, zones().vertices(zone), step.velocity());
  return outcome;
}

}  // namespace muslin
