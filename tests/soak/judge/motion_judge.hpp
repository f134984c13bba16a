#pragma once
#include <string>
#include <tests/soak/judge/drive.hpp>
#include <tests/soak/judge/finding.hpp>
#include <tests/soak/judge/run_facts.hpp>

namespace muslin::soak {

/// A strain above this is named [1].
inline constexpr double kNamedStrain = 10.0;
/// A frame is slow if it takes this many medians of its run, and at least this long [s].
inline constexpr double kSlowFrameRatio = 20.0, kSlowFrameSeconds = 1.0;

/// How the bodies of a run moved.
struct MotionVerdict {
  std::int64_t touches = 0;    ///< pairs nearer than their thickness or about to collide, over all steps
  Rungs rungs;                 ///< rungs of the ladder, over all steps
  double max_strain = 0.0;     ///< of any step [1]
  double max_speed = 0.0;      ///< of any vertex, obstacles as simulated included [m/s]
  double max_lag = 0.0;        ///< of scripted vertices [m]
  double median_frame = 0.0;   ///< computing time [s]
  double slowest_frame = 0.0;  ///< [s]
  int slow_frames = 0;         ///< frames that took many medians
  std::string reasons;         ///< rungs taken and other circumstances, for a strain that is named
};

/// Reports energy and speed that the drive of the scene does not explain, and a strain above kNamedStrain that its
/// loads do not explain.
[[nodiscard]] MotionVerdict judge_motion(const RunFacts& facts, const Drive& drive, Findings& findings);

}  // namespace muslin::soak
