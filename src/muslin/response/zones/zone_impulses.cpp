#include <muslin/response/step/collision_step.hpp>
#include <muslin/response/zones/zone_impulses.hpp>

namespace muslin {

bool ZoneImpulses::prepare(const CollisionStep& step, std::vector<std::uint8_t>& must_solve) {
  aim_.resize(set().size());
  push_.resize(set().size());
  rub_.resize(set().size());
  for (const std::uint32_t i : set().last_found()) {
    const int times_found = set().history()[i].times_found;
    if (times_found > kMostTimes) return false;
    aim_[i] = aim(step, set().contacts()[i], times_found);
    if (times_found == 1) push_[i] = rub_[i] = Vec3::Zero();
    if (const std::int32_t zone = zones().zone_of_contact()[i]; zone >= 0)
      must_solve[static_cast<std::size_t>(zone)] = 1;
  }
  return true;
}

ZoneOutcome ZoneImpulses::solve(CollisionStep& step, std::size_t zone) {
  const std::span<const std::uint32_t> contacts = zones().contacts(zone);
  ZoneProblem problem;
  problem.assign(step, set().contacts(), contacts, zones().vertices(zone), aim_);
  std::vector<Vec3> push(problem.size()), rub(problem.size());
  for (std::size_t i = 0; i < push.size(); ++i) {
    push[i] = push_[contacts[i]];
    rub[i] = rub_[contacts[i]];
  }
  const ZoneOutcome outcome = find_impulses(problem, push, rub);
  if (!is_solved(outcome)) return outcome;
  for (std::size_t i = 0; i < push.size(); ++i) {
    push_[contacts[i]] = push[i];
    rub_[contacts[i]] = rub[i];
    push[i] += rub[i];
  }
  problem.apply(push, zones().vertices(zone), step.velocity());
  return outcome;
}

}  // namespace muslin
