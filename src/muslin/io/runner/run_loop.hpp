#pragma once
#include <cstdint>
#include <muslin/io/run/run_folder.hpp>
#include <muslin/io/runner/run_scene.hpp>
#include <muslin/sim/run_frames.hpp>
#include <muslin/sim/simulator.hpp>
#include <optional>
#include <string>

namespace muslin {

/// Simulates frame after frame into the folder, up to the frame number `last_frame`. However the run ends, the folder
/// records the ending and keeps all frames. The folder must contain the frames of the simulator so far.
[[nodiscard]] RunResult run_loop(Simulator& simulator, RunFolder& folder, std::int64_t last_frame,
                                 RunObserver& observer);

}  // namespace muslin
