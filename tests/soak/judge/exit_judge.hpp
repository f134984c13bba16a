#pragma once
#include <tests/soak/judge/finding.hpp>
#include <tests/soak/judge/frame_judge.hpp>
#include <tests/soak/judge/run_facts.hpp>

namespace muslin::soak {

/// How a run ended, if nothing is wrong with it.
enum class RunEnding {
  complete,           ///< all frames are there
  refused,            ///< the scene is invalid, and the message names the place
  start_refused,      ///< the start intersects, and the policy of the scene is to refuse it
  stopped_by_policy,  ///< scripts left no room, and the policy of the scene is to stop
  impossible,         ///< an explicit integrator would need steps that are too short for any computer, and says so
  time_limit,         ///< the soak did not wait for the end
  wrong,              ///< there is a finding
};

/// Returns the name in tables: "complete", "time limit", ….
[[nodiscard]] const char* name_of(RunEnding ending);

/// Reports crashes, hangs and needless stops, and whatever exit code, run.json and audit.json say that the frames do
/// not show.
[[nodiscard]] RunEnding judge_ending(const RunFacts& facts, const FrameVerdict& frames, double cpu_limit,
                                     Findings& findings);

}  // namespace muslin::soak
