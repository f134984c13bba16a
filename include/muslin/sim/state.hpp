#pragma once
#include <cstdint>
#include <muslin/dynamics/kinematics.hpp>
#include <muslin/model/body.hpp>

namespace muslin {

/// The memory of the rule that chooses the length of the next collision step (sim/collision_interval.hpp).
struct IntervalState {
  std::int64_t length = 0;     ///< [parts]; 0 if not chosen yet
  std::int64_t successes = 0;  ///< number of consecutive successes with that length
};

/// Everything that changes from frame to frame. A run that continues from a saved State has the same bits as one that
/// was never interrupted.
struct State : Kinematics {
  std::int64_t frame = 0;  ///< frames simulated so far
  std::int64_t steps = 0;  ///< steps taken so far, over all frames
  /// Delay of the clock of each script [s]; positive if a rigid obstacle had to wait.
  std::vector<double> script_delay;
  IntervalState interval;  ///< determines the next collision interval
  /// Rest angles of the hinges of shells [rad], which plasticity changes, and the accumulated change.
  HingeState hinges;
  /// Latest tension of each length that the filter limits, as force times rest length [J].
  std::vector<double> tension;
  /// The tangle of each vertex, or -1; empty if there is none. Elements all of whose vertices are in one tangle
  /// intersected at the start and could not be separated: collisions among them are ignored until a frame in which they
  /// are apart.
  std::vector<std::int32_t> tangle;
  /// The least priority of obstacles with which each vertex collides; empty if no vertex ignores any. A vertex that
  /// obstacles of different priority pinched ignores the lower one until it is free (PinchPolicy::priority).
  std::vector<std::int32_t> min_priority;
};

}  // namespace muslin
