#include <muslin/response/collision_step.hpp>
#include <muslin/response/contact_aim.hpp>
#include <muslin/response/zone_impulses.hpp>

namespace muslin {

bool ZoneImpulses::prepare(const CollisionStep& step, std::vector<std::uint8_t>& must_solve) {
  aim_.resize(set().size());
  for (const std::uint32_t i : set().last_found()) {
    aim_[i] = aim_of(step, set().contacts()[i], set().history()[i].times_found, approach_).speed;
    if (const std::int32_t zone = zones().zone_of_contact()[i]; zone >= 0)
      must_solve[static_cast<std::size_t>(zone)] = 1;
  }
  return true;
}

bool ZoneImpulses::solve(CollisionStep& step, std::size_t zone) {
  ZoneProblem problem;
  problem.assign(step, set().contacts(), zones().contacts(zone), zones().vertices(zone), aim_);
  std::vector<Vec3> impulse(problem.size(), Vec3::Zero());
  if (!find_impulses(problem, impulse)) return false;
  problem.apply(impulse, zones().vertices(zone), step.velocity());
  return true;
}

}  // namespace muslin
