#pragma once
#include <muslin/io/run/run_scene.hpp>
#include <optional>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "progress.hpp"

namespace muslin::app {

/// How much a run prints on stderr.
struct RunPrintOptions {
  ProgressStyle style = ProgressStyle::plain;
  bool quiet = false;    ///< warnings and errors only
  bool verbose = false;  ///< a line per step
};

/// Runs the request, prints how it goes and how it ended, and gives the exit code. Makes the listener, if there is
/// none, once the folder may be written; a caller with several runs gives the same one to all of them.
[[nodiscard]] ExitCode run_and_print(const RunRequest& request, const RunPrintOptions& options,
                                     std::optional<InterruptListener>& interrupt);

}  // namespace muslin::app
