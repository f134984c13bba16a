#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/impulses/target_velocity.hpp>

namespace muslin {
namespace {

/// How often the gap is doubled at most of a contact that is found again and again.
constexpr int kMaxDoublings = 10;

}  // namespace

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
  // Points that were on the other side at the start have met by a rotation, and need not get all the way back.
  TargetVelocity target{.speed = (end_gap - std::max(start_gap, 0.0)) / step.size()};
  target.acceptable_speed = std::min(target.speed, (std::max(0.5 * end_gap, 0.75 * min_gap) - start_gap) / step.size());

  // A contact may collide though its speed is acceptable: the elements rotate on the way and meet elsewhere than where
  // they end, or rotate together so near to each other that they cannot be proved apart. Or it collides again and
  // again, for others push it back. A gap that grows each time it is found gets the elements past each other.
  const auto added_velocity = [&](int times) {
    return std::ldexp(std::max(start_gap, min_gap) / step.size(), std::min(times_found - times, kMaxDoublings));
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
