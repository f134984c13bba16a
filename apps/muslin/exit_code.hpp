#pragma once
#include <muslin/core/result.hpp>
#include <string>

namespace muslin::app {

/// What the program tells the shell. A contract: see docs/command-line.md.
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

/// What the command line says is wrong or cannot be done: prints why on stderr.
[[nodiscard]] ExitCode refuse(const std::string& why);

/// Prints the error on stderr and gives its exit code.
[[nodiscard]] ExitCode report(const Error& error);

}  // namespace muslin::app
