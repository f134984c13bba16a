#pragma once
#include <muslin/core/result.hpp>
#include <string>
#include <vector>

namespace muslin::app {

/// Exit codes of the program. They are a contract: see docs/command-line.md.
enum ExitCode : int {
  kDone = 0,
  kInternalError = 1,
  kCommandLine = 2,
  kSceneInvalid = 3,
  kFileUnreadable = 4,
  kStartIntersects = 5,
  kIntersections = 6,
  kStopped = 7,
  kDiskOrMemory = 8,
  kInterrupted = 130,
};

/// Reports on stderr why the command line is invalid or cannot be carried out, and returns kCommandLine.
[[nodiscard]] ExitCode refuse(const std::string& why);

/// Prints warnings on stderr, one per line.
void warn(const std::vector<std::string>& warnings);

/// Prints the error on stderr and returns its exit code.
[[nodiscard]] ExitCode report(const Error& error);

}  // namespace muslin::app
