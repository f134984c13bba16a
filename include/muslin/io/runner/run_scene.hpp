#pragma once
#include <filesystem>
#include <muslin/io/run/run_record.hpp>
#include <muslin/sim/run_frames.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// A range of frame numbers, both ends included.
struct FrameInterval {
  long first = 0;  ///< number of the first frame, as in files
  long last = 0;   ///< number of the last frame
};

/// How to treat a run that is already in the folder.
enum class ExistingRun {
  refuse,  ///< it is an Error
  resume,  ///< continue it; if there is no run in the folder, begin one
  replace  ///< remove its files and begin again
};

/// A request to simulate a scene into a run folder, equivalent to `muslin run`.
struct RunRequest {
  std::string scene;                   ///< path of the scene file
  std::filesystem::path folder;        ///< run folder to write
  std::vector<std::string> overrides;  ///< "time.step=2ms": see SceneReadOptions::overrides
  /// Frames to simulate; all if empty. The first must be the start frame of the scene, the last existing frame or the
  /// one after it.
  std::optional<FrameInterval> frames = {};
  ExistingRun existing = ExistingRun::refuse;  ///< treatment of a run that is already in `folder`
  std::vector<FrameSink*> sinks = {};          ///< further outputs, which receive every frame too; must outlive the run
};

/// How a run into a folder ended. The folder records the same, and can be resumed unless it is complete.
struct RunResult {
  /// The reasons for which a run ends.
  enum class Ending {
    complete,     ///< all frames of the scene are there
    ended_early,  ///< the last requested frame is done, and the scene has more
    interrupted,  ///< requested by RunObserver::requested()
    diverged,     ///< numbers are no longer finite; the last complete frame is in the folder
    pinched,      ///< scripts left no room, and the policy of the scene is to stop
    failed,       ///< a file of the scene, the disk or a sink failed: see `error`
  };
  Ending ending = Ending::complete;  ///< why the run ended
  std::string reason;                ///< why the run is not complete; empty if it is
  std::string remedy;                ///< what to try, for `diverged` and `pinched`
  std::optional<RunPlace> where;     ///< where it happened, for `diverged` and `pinched`
  /// The cause of `failed`. With any other ending, the error that kept the ending from being saved in the folder.
  std::optional<Error> error;
  bool was_complete = false;  ///< the folder already contained the complete run, so nothing was simulated
  RunRecord record;  ///< run.json, with statistics, the summary of the audit and the outcomes of the expectations
};

/// It is an Error if a run must not be written into the folder.
[[nodiscard]] Status check_folder(const std::filesystem::path& folder, ExistingRun existing);

/// Reads the scene, audits its start and simulates it into the folder. An Error means that nothing was started, because
/// of the request, the scene or the folder. Errors of kind start_intersects are also reported to
/// RunObserver::on_start_intersects(), with the intersecting pairs.
[[nodiscard]] Result<RunResult> run_scene(const RunRequest& request, RunObserver& observer);

}  // namespace muslin
