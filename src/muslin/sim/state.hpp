#pragma once
#include <cstdint>
#include <muslin/dynamics/kinematics.hpp>
#include <muslin/model/shell_bending.hpp>
#include <muslin/sim/collision_interval.hpp>

namespace muslin {

/// All that changes from frame to frame: a run that goes on from a saved State has the same bits as one that never
/// stopped.
struct State : Kinematics {
  std::int64_t frame = 0;  ///< frames simulated so far
  std::int64_t steps = 0;  ///< steps taken so far, over all frames
  /// How far the clock of each script is behind [s]; more than 0 where a rigid obstacle had to wait.
  std::vector<double> script_delay;
  IntervalState interval;  ///< how long the next collision interval is
  /// Of the hinges of shells [rad]; plasticity changes it, and remembers how much.
  ShellBending::State hinges;
  /// Of each length that the filter limits: how hard it pulled when last it did [J], its force times its length at
  /// rest.
  std::vector<double> tension;
};

}  // namespace muslin
