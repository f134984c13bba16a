#pragma once
#include <cstdint>
#include <muslin/io/run/run_folder.hpp>
#include <muslin/sim/simulator.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "progress.hpp"

namespace muslin::app {

struct RunLoopOptions {
  std::int64_t last_frame = 0;  ///< number of the frame to end with
  ProgressStyle style = ProgressStyle::plain;
  bool quiet = false;
  bool verbose = false;
};

/// Simulates frame after frame into the folder, until the last one, an interrupt, or something that prevents it.
/// However it ends, the folder says so and keeps what is there.
[[nodiscard]] ExitCode run_loop(Simulator& simulator, RunFolder& folder, const InterruptListener& interrupt,
                                const RunLoopOptions& options);

}  // namespace muslin::app
