#pragma once
#include <muslin/contact/contact.hpp>

namespace muslin {

class CollisionView;

/// The normal velocity that a response asks of a contact.
struct TargetVelocity {
  double speed = 0.0;             ///< u to make [m/s]
  double acceptable_speed = 0.0;  ///< u that will do [m/s], at most `speed`
};

/// The gap to end with [m] for two elements that are `gap` apart at the start: it may shrink by the share `approach` of
/// what exceeds the gap that the next step needs for rotations. A smaller gap stays as it is.
[[nodiscard]] double target_end_gap(const CollisionView& step, const Contact& contact, double gap, double approach);

/// The target for a contact that a detection has just found, for the `times_found`-th time in this step. `approach` is
/// the share of the gap between the two elements that they may still use up: with 0 they may not approach at all.
[[nodiscard]] TargetVelocity find_target_velocity(const CollisionView& step, const Contact& contact, int times_found,
                                                  double approach);

}  // namespace muslin
