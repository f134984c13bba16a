#pragma once
#include <cstdint>
#include <muslin/io/run/run_folder.hpp>
#include <muslin/sim/run_observer.hpp>
#include <muslin/sim/simulator.hpp>
#include <optional>
#include <string>

namespace muslin {

/// How a run into a folder ended. The folder records the same, and can be resumed unless it is complete.
struct RunResult {
  enum class Ending {
    complete,     ///< all frames of the scene are there
    ended_early,  ///< the last requested frame is done, and the scene has more
    interrupted,  ///< requested by RunObserver::requested()
    diverged,
    pinched,
    failed,  ///< a file of the scene, the disk or a sink failed: see `error`
  };
  Ending ending = Ending::complete;
  std::string reason;             ///< why the run is not complete
  std::string remedy;             ///< for `diverged` and `pinched`
  std::optional<RunPlace> where;  ///< for `diverged` and `pinched`
  /// The cause of `failed`. With any other ending, the error that kept the ending from being saved in the folder.
  std::optional<Error> error;
  bool was_complete = false;  ///< the folder already contained the complete run, so nothing was simulated
  RunRecord record;  ///< run.json, with statistics, the summary of the audit and the outcomes of the expectations
};

/// Simulates frame after frame into the folder, up to the frame number `last_frame`. However the run ends, the folder
/// records the ending and keeps all frames. The folder must contain the frames of the simulator so far.
[[nodiscard]] RunResult run_loop(Simulator& simulator, RunFolder& folder, std::int64_t last_frame,
                                 RunObserver& observer);

}  // namespace muslin
