#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances.hpp>
#include <muslin/response/impulses/contact_aim.hpp>
#include <muslin/response/step/collision_step.hpp>

namespace muslin {
namespace {

/// Of the room that a contact gets which is found again and again.
constexpr int kMostDoublings = 10;

}  // namespace

double gap_to_keep(const CollisionStep& step, const Contact& contact, double gap, double approach) {
  const double least_gap = step.target_gap(contact);
  const double thickness = step.surfaces().thickness(contact.vertex[0], contact.vertex[3]);
  const double near_gap = std::max(least_gap, tolerance::kNearGap * thickness);
  return gap > near_gap ? gap - approach * (gap - near_gap) : std::max(gap, least_gap);
}

ContactAim aim_of(const CollisionStep& step, const Contact& contact, int times_found, double approach) {
  const double start_gap = normal_gap(contact, step.start());
  const double u = normal_velocity(contact, step.velocity());

  const double least_gap = step.target_gap(contact);
  const double end_gap = gap_to_keep(step, contact, start_gap, approach);
  // Points that were on the other side at the start have met by turning: to get all the way back is not what they need.
  ContactAim aim{.speed = (end_gap - std::max(start_gap, 0.0)) / step.size()};
  aim.enough = std::min(aim.speed, (std::max(0.5 * end_gap, 0.75 * least_gap) - start_gap) / step.size());

  // It collides though by that it should not: the elements turn on the way, and meet elsewhere than where they end, or
  // turn together so near to each other that they cannot be proved apart. Or it collides again and again, for others
  // push it back. More and more room, each time it is found, gets them past each other.
  const auto room_after = [&](int times) {
    return std::ldexp(std::max(start_gap, least_gap) / step.size(), std::min(times_found - times, kMostDoublings));
  };
  if (u >= aim.enough) {
    const double more = room_after(2);
    aim.speed = std::max(aim.speed, u + more);
    aim.enough = u + 0.5 * more;
  } else if (times_found >= 3) {
    const double more = room_after(3);
    aim.speed += more;
    aim.enough = std::min(aim.speed, aim.enough + 0.5 * more);
  }
  return aim;
}

}  // namespace muslin
