#pragma once
#include <muslin/contact/contact.hpp>

namespace muslin {

class CollisionStep;

/// What is asked of the normal velocity of a contact.
struct TargetVelocity {
  double speed = 0.0;             ///< u to make [m/s]
  double acceptable_speed = 0.0;  ///< u that will do [m/s], at most `speed`
};

/// The distance to end with [m] for two elements that are `gap` apart at the start: nearer by the share `approach` of
/// the room there is, but no nearer than what leaves the next step room to turn in; whatever starts nearer stays there.
[[nodiscard]] double target_end_gap(const CollisionStep& step, const Contact& contact, double gap, double approach);

/// The target for a contact that a detection has just found, for the `times_found`-th time in this step. `approach` is
/// the share of the room between the two elements that they may still use up: with 0 they may not approach at all.
[[nodiscard]] TargetVelocity find_target_velocity(const CollisionStep& step, const Contact& contact, int times_found,
                                                  double approach);

}  // namespace muslin
