#pragma once
#include <filesystem>
#include <muslin/io/run/run_loop.hpp>
#include <muslin/sim/frame_sink.hpp>
#include <muslin/sim/run_observer.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// Numbers of frames, both ends included.
struct FrameInterval {
  long first = 0;
  long last = 0;
};

/// What to do about a run that is in the folder already.
enum class ExistingRun { refuse, resume, replace };

/// A scene to be simulated into a run folder: what `muslin run` does, as a value.
struct RunRequest {
  std::string scene;                   ///< a file
  std::filesystem::path folder;        ///< to write
  std::vector<std::string> overrides;  ///< "time.step=2ms": see SceneReadOptions::overrides
  /// Empty: all. The first must be where the scene starts, or the last one that is there, or the one after it.
  std::optional<FrameInterval> frames = {};
  ExistingRun existing = ExistingRun::refuse;
  std::vector<FrameSink*> sinks = {};  ///< further outputs, which get every frame too; must outlive the run
};

/// An Error where a run must not be written into the folder.
[[nodiscard]] Status check_folder(const std::filesystem::path& folder, ExistingRun existing);

/// Reads the scene, audits its start, and simulates it into the folder. An Error means that nothing was begun: the
/// request, the scene or the folder does not allow it. Errors of kind start_intersects are reported to
/// RunObserver::on_start_intersects() too, with the pairs.
[[nodiscard]] Result<RunResult> run_scene(const RunRequest& request, RunObserver& observer);

}  // namespace muslin
