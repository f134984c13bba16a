#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace muslin::soak {

/// A run that neither computes nor waits for a processor for so long waits for ever [s].
inline constexpr double kIdleLimit = 60.0;

/// What a child process may use before it is killed. 0 stands for no limit.
struct ChildLimits {
  double cpu_seconds = 0.0;       ///< processor time of all its threads
  double idle_seconds = 0.0;      ///< time in a row in which no thread computes or waits for a processor
  std::size_t memory_bytes = 0;   ///< address space
  double kill_at_seconds = -1.0;  ///< wall time at which to send SIGKILL, as a power failure would; < 0: never
};

/// How a child process ended.
struct ChildOutcome {
  int exit_code = -1;  ///< 128 + signal if a signal ended it
  bool met_cpu_limit = false;
  bool met_idle_limit = false;
  bool was_killed = false;   ///< at ChildLimits::kill_at_seconds
  double cpu_seconds = 0.0;  ///< of all its threads
  double wall_seconds = 0.0;
  double last_progress = 0.0;  ///< processor time at which it last wrote a message [s]
  std::string messages;        ///< what it wrote to stderr
};

/// Runs a program within limits and waits for it. Its messages go to a file, by whose growth progress is noticed.
[[nodiscard]] ChildOutcome run_child(const std::string& program, const std::vector<std::string>& arguments,
                                     const std::filesystem::path& messages, const ChildLimits& limits);

}  // namespace muslin::soak
