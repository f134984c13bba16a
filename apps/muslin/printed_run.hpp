#pragma once
#include <functional>
#include <muslin/io/runner/run_scene.hpp>
#include <optional>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "progress.hpp"

namespace muslin::app {

/// Options for the output of a run on stderr.
struct RunPrintOptions {
  ProgressStyle style = ProgressStyle::plain;
  bool quiet = false;                ///< print warnings and errors only
  bool verbose = false;              ///< print a line per step
  std::function<void()> begun = {};  ///< called when the simulation begins, if the scene and its start allow it
};

/// Runs the request, prints its progress and its ending, and returns the exit code. The listener is created, unless it
/// exists, as soon as the folder may be written; a caller with several runs passes the same listener to all of them.
[[nodiscard]] ExitCode run_and_print(const RunRequest& request, const RunPrintOptions& options,
                                     std::optional<InterruptListener>& interrupt);

}  // namespace muslin::app
