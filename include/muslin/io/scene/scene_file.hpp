#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/state.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// A file that a scene was made from, with a hash of its content.
struct InputFile {
  std::filesystem::path path;  ///< absolute
  std::string hash;            ///< hash of the content, 64 bits in hexadecimal
  std::uint64_t size = 0;      ///< [B]
};

/// Options of read_scene().
struct SceneReadOptions {
  /// Overrides "path=value", applied in order before the scene is read: "time.frames=10",
  /// "bodies.sheet.fabric.shear=20", "time.step=2 ms". Bodies are addressed by name or number. The value is JSON; if it
  /// is not valid JSON, it is taken as text.
  std::vector<std::string> overrides = {};
  /// Folder for the resolved copy; the files that it names are relative to this folder. If empty, paths are absolute.
  std::filesystem::path resolved_folder = {};
  /// Largest number of triangles or of segments of one body; more is an Error.
  std::size_t max_elements = static_cast<std::size_t>(kMaxShapeElements);
};

/// The frame of another run that a scene begins with ("from"), for begin_with().
struct SceneStart {
  /// State at the start, with the vertices of all bodies. Only positions and velocities count unless it is whole.
  State state;
  bool is_whole = false;  ///< the state is that of a checkpoint, and the bodies are those of its run
  double max_lag = 0.0;   ///< largest lag of a scripted vertex in the run [m]
};

/// A scene with its resolved text and the files that it was made from.
struct LoadedScene {
  Scene scene;  ///< the checked scene, for Simulator::create()
  /// The same scene in full: overrides applied, defaults filled in, and all numbers in SI units (angles in degrees).
  /// Reading this text gives the same scene.
  std::string resolved_json;
  std::vector<InputFile> files;            ///< the scene file first, then meshes and animations, each once
  std::vector<std::string> warnings = {};  ///< what the reader skipped or repaired in mesh files
  /// Where the scene begins, if that is a frame of another run: to be given to begin_with() after Simulator::create().
  std::optional<SceneStart> start = {};
};

/// Reads a scene file (docs/scene-format.md). Errors in the scene are of kind invalid_scene and name their place:
/// "curtain.json:12: /bodies/2/thickness: -0.001 m; must be more than 0 m". Meshes and animations that cannot be read,
/// or do not fit their body, give an Error of kind unreadable_file.
[[nodiscard]] Result<LoadedScene> read_scene(const std::filesystem::path& path, const SceneReadOptions& options = {});

/// Reads a scene from a text. Messages use `path` as its name, and the files that the scene names are relative to it.
/// The text is not listed among the files.
[[nodiscard]] Result<LoadedScene> read_scene_text(std::string_view text, const std::filesystem::path& path,
                                                  const SceneReadOptions& options = {});

/// Puts a simulator that was just created into the start of its scene. Scripted vertices are where their scripts have
/// them, unless they lagged in the frame and the motions continue: then they lag here too.
[[nodiscard]] Status begin_with(Simulator& simulator, const SceneStart& start);

/// Returns the JSON Schema (draft 2020-12) of scene files, generated from the table that the reader uses.
[[nodiscard]] std::string scene_schema();

}  // namespace muslin
