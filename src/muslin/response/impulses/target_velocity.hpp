#pragma once
#include <muslin/contact/contact.hpp>

namespace muslin {

class CollisionView;

/// The normal velocity that a response requests at a contact. Positive values separate the elements.
struct TargetVelocity {
  double speed = 0.0;             ///< requested normal velocity [m/s]
  double acceptable_speed = 0.0;  ///< smallest normal velocity that needs no correction [m/s], ≤ speed
};

/// Returns the target gap at the end of the step [m] for two elements at distance `gap` at the start. The gap may
/// shrink by the share `approach` of its excess over the gap that the next step needs for rotations. A smaller gap
/// stays the same.
[[nodiscard]] double target_end_gap(const CollisionView& step, const Contact& contact, double gap, double approach);

/// Returns the target for a contact that has just been detected for the `times_found`-th time in this step. `approach`
/// is the share of the gap by which the two elements may still approach; with 0 they may not approach at all.
[[nodiscard]] TargetVelocity find_target_velocity(const CollisionView& step, const Contact& contact, int times_found,
                                                  double approach);

}  // namespace muslin
