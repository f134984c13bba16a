#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "frame_interval.hpp"
#include "interrupt.hpp"
#include "progress.hpp"

namespace muslin::app {

/// What to do about a run that is in the folder already.
enum class ExistingRun { refuse, resume, replace };

/// A scene to be simulated into a run folder.
struct RunRequest {
  std::string scene;                   ///< a file
  std::filesystem::path folder;        ///< to write
  std::vector<std::string> overrides;  ///< "time.step=2ms"
  std::optional<FrameInterval> frames = {};
  ExistingRun existing = ExistingRun::refuse;
  ProgressStyle style = ProgressStyle::plain;
  bool quiet = false;
  bool verbose = false;
};

/// Whether a run may be written into the folder; says why if not.
[[nodiscard]] ExitCode check_folder(const std::filesystem::path& folder, ExistingRun existing);

/// Simulates the scene, and says how it went. Listens to interrupts from the moment on that something is begun in the
/// folder; so does the caller who asks for another run with the same listener.
[[nodiscard]] ExitCode run_scene(const RunRequest& request, std::optional<InterruptListener>& interrupt);

}  // namespace muslin::app
