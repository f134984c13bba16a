#pragma once
#include <cstdint>
#include <muslin/sim/frame_sink.hpp>
#include <muslin/sim/run_observer.hpp>
#include <muslin/sim/simulator.hpp>
#include <optional>

namespace muslin {

/// How a run over frames ended. The simulator is at the last whole frame, which the sink has got.
struct FramesOutcome {
  enum class Ending {
    done,  ///< all frames are there
    interrupted,
    diverged,
    pinched,
    failed,  ///< a file of the scene, or the sink
  };
  Ending ending = Ending::done;
  std::optional<Divergence> divergence = {};
  std::optional<Pinch> pinch = {};
  std::optional<Error> error = {};  ///< of `failed`
  double step_size = 0.0;           ///< [s] of the last step that was taken, or the scene's if none was
};

/// Simulates until State::frame is `frames`, and appends each frame to the sink, which has begun.
[[nodiscard]] FramesOutcome advance_to(std::int64_t frames, Simulator& simulator, FrameSink& sink,
                                       RunObserver& observer);

/// The same for a sink that has not begun: begins it, appends the start, advances and finishes the sink. A simulator
/// that has been restored continues its run: the sink keeps the frames up to the restored one. For a run into a folder,
/// with audit and checkpoints, see io/run/run_scene.hpp.
[[nodiscard]] FramesOutcome run_frames(std::int64_t frames, Simulator& simulator, FrameSink& sink,
                                       RunObserver& observer);

}  // namespace muslin
