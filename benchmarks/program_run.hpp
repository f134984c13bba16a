#pragma once
#include <string>
#include <vector>

namespace muslin::bench {

/// A finished process.
struct ProgramRun {
  int code = 0;            ///< its exit code, or 128 + the signal that ended it
  double cpu = 0.0;        ///< user and system time of all its threads [s]
  double wall = 0.0;       ///< time by the clock on the wall [s]
  bool was_ended = false;  ///< whether it was interrupted because it had used `most_cpu`
};

/// Runs a program and waits for it. A program that has used `most_cpu` seconds of CPU time is interrupted as by Ctrl-C,
/// so that it can finish what it writes; 0 sets no limit.
[[nodiscard]] ProgramRun run_program(const std::vector<std::string>& words, double most_cpu = 0.0);

}  // namespace muslin::bench
