#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace muslin::soak {

/// What can be wrong with a run.
enum class FailureKind {
  crash,           ///< a signal, an internal error, or not enough memory
  hang,            ///< a frame that does not end
  intersection,    ///< a frame with an intersection that was not there at the start
  needless_stop,   ///< the run stopped, though the scene can be simulated
  dishonest_exit,  ///< the exit code, run.json or audit.json do not say what the frames show
  energy,          ///< energy or speed that no script, wind or gravity explains
  thread_bits,     ///< other frames on two threads than on one
  resume_bits,     ///< other frames after a kill and --resume
  strain,          ///< a strain above 10 that the loads do not explain; a failure only in many scenes
};
inline constexpr int kFailureKinds = 9;

/// Returns the name in tables: "crash", "needless stop", ….
[[nodiscard]] const char* name_of(FailureKind kind);

/// Something wrong with a run.
struct Finding {
  FailureKind kind = FailureKind::crash;
  std::int64_t frame = -1;  ///< number of frames after the start; -1 if it concerns the whole run
  std::string what;         ///< one sentence with the figures
};

using Findings = std::vector<Finding>;

/// Returns whether one of them is of that kind.
[[nodiscard]] bool has(const Findings& findings, FailureKind kind);

}  // namespace muslin::soak
