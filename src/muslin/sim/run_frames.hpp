#pragma once
#include <cstdint>
#include <muslin/sim/frame_sink.hpp>
#include <muslin/sim/run_observer.hpp>
#include <muslin/sim/simulator.hpp>
#include <optional>

namespace muslin {

/// How a run ended. The simulator is at the last complete frame, which the sink has received.
struct FramesOutcome {
  enum class Ending {
    done,  ///< all frames are complete
    interrupted,
    diverged,
    pinched,
    failed,  ///< an error in a file of the scene, or in the sink
  };
  Ending ending = Ending::done;
  std::optional<Divergence> divergence = {};
  std::optional<Pinch> pinch = {};
  std::optional<Error> error = {};  ///< set if the ending is `failed`
  double step_size = 0.0;           ///< size of the last step taken, or the scene's if there was none [s]
};

/// Simulates until State::frame is `frames` and appends each frame to the sink, which must have begun.
[[nodiscard]] FramesOutcome advance_to(std::int64_t frames, Simulator& simulator, FrameSink& sink,
                                       RunObserver& observer);

/// Does the same for a sink that has not begun: begins it, appends the start, advances, and finishes it. A restored
/// simulator continues its run: the sink keeps the frames up to the restored one. For a run into a folder, with audit
/// and checkpoints, see io/run/run_scene.hpp.
[[nodiscard]] FramesOutcome run_frames(std::int64_t frames, Simulator& simulator, FrameSink& sink,
                                       RunObserver& observer);

}  // namespace muslin
