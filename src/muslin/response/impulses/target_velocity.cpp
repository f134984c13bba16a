#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/impulses/target_velocity.hpp>

namespace muslin {

double target_end_gap(const CollisionView& step, const Contact& contact, double gap, double approach) {
  const double min_gap = step.target_gap(contact);
  const double thickness = step.surface_thickness(contact);
  const double near_gap = std::max(min_gap, tolerance::kApproachGapShare * thickness);
  return gap > near_gap ? gap - approach * (gap - near_gap) : std::max(gap, min_gap);
}

TargetVelocity find_target_velocity(const CollisionView& step, const Contact& contact, int times_found,
                                    double approach) {
  const double start_gap = normal_gap(contact, step.start());
  const double u = normal_velocity(contact, step.velocity());

  const double min_gap = step.target_gap(contact);
  const double end_gap = target_end_gap(step, contact, start_gap, approach);
  // Points that were on the other side at the start have met because of a rotation, and need not return all the way.
  TargetVelocity target{.speed = (end_gap - std::max(start_gap, 0.0)) / step.size()};
  target.acceptable_speed = std::min(target.speed, (std::max(0.5 * end_gap, 0.75 * min_gap) - start_gap) / step.size());

  // A contact may collide although its speed is acceptable, because the elements rotate and meet on the way at other
  // points than at the end, or rotate together so close to each other that they cannot be proved to stay apart. Or it
  // may collide repeatedly because other contacts push it back. A gap that grows each time gets the elements past each
  // other.
  const auto added_velocity = [&](int times) {
    return std::ldexp(std::max(start_gap, min_gap) / step.size(),
                      std::min(times_found - times, tolerance::kMaxGapDoublings));
  };
  if (u >= target.acceptable_speed) {
    const double more = added_velocity(2);
    target.speed = std::max(target.speed, u + more);
    target.acceptable_speed = u + 0.5 * more;
  } else if (times_found >= 3) {
    const double more = added_velocity(3);
    target.speed += more;
    target.acceptable_speed = std::min(target.speed, target.acceptable_speed + 0.5 * more);
  }
  return target;
}

}  // namespace muslin
