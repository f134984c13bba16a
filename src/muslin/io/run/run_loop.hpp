#pragma once
#include <cstdint>
#include <muslin/io/run/run_folder.hpp>
#include <muslin/sim/run_observer.hpp>
#include <muslin/sim/simulator.hpp>
#include <optional>
#include <string>

namespace muslin {

/// How a run into a folder ended. The folder says the same, and can be resumed unless it is complete.
struct RunResult {
  enum class Ending {
    complete,     ///< all frames of the scene are there
    ended_early,  ///< the last frame that was asked for is there, and the scene has more
    interrupted,  ///< by RunObserver::requested()
    diverged,
    pinched,
    failed,  ///< by a file of the scene, the disk or a sink: see `error`
  };
  Ending ending = Ending::complete;
  std::string reason;             ///< why it is not complete
  std::string remedy;             ///< of `diverged` and `pinched`
  std::optional<RunPlace> where;  ///< likewise
  /// The cause of `failed`. With another ending: the folder could not be told how the run ended.
  std::optional<Error> error;
  bool was_complete = false;  ///< the folder held the complete run before; nothing was simulated
  RunRecord record;           ///< run.json, with statistics, the summary of the audit, and what was expected
};

/// Simulates frame after frame into the folder, up to the frame of number `last_frame`. However that ends, the folder
/// says so and keeps what is there. The folder must hold the simulator's frames so far.
[[nodiscard]] RunResult run_loop(Simulator& simulator, RunFolder& folder, std::int64_t last_frame,
                                 RunObserver& observer);

}  // namespace muslin
