#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/sim/scene.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// A file that a scene was made of, and which content it had.
struct InputFile {
  std::filesystem::path path;  ///< absolute
  std::string hash;            ///< of the content, 64 bits in hexadecimal
  std::uint64_t size = 0;      ///< [B]
};

struct SceneReadOptions {
  /// "path=value", applied in their order before the scene is read: "time.frames=10", "bodies.sheet.fabric.shear=20",
  /// "time.step=2 ms". Bodies are addressed by name or number. The value is JSON; what is none is taken as text.
  std::vector<std::string> overrides = {};
  /// Folder that the resolved copy will be put into: the files it names are relative to it. Empty: absolute paths.
  std::filesystem::path resolved_folder = {};
  /// Most triangles or segments of one body; more is an Error.
  std::size_t max_elements = static_cast<std::size_t>(kMaxShapeElements);
};

struct LoadedScene {
  Scene scene;
  /// The same scene with everything said: overrides applied, defaults filled in, all numbers in SI units (angles in
  /// degrees). Reading it gives the same scene.
  std::string resolved_json;
  std::vector<InputFile> files;  ///< the scene file first, then meshes and animations, each once
};

/// Reads a scene file (docs/scene-format.md). Errors in the scene are of kind invalid_scene and say where:
/// "curtain.json:12: /bodies/2/thickness: -0.001 m; must be more than 0 m". Meshes and animations that cannot be read,
/// or do not fit their body, are of kind unreadable_file.
[[nodiscard]] Result<LoadedScene> read_scene(const std::filesystem::path& path, const SceneReadOptions& options = {});

/// The same for a text that is not in a file: `path` is what messages call it, and what its files are relative to.
/// It does not count among the files.
[[nodiscard]] Result<LoadedScene> read_scene_text(std::string_view text, const std::filesystem::path& path,
                                                  const SceneReadOptions& options = {});

/// JSON Schema (draft 2020-12) of scene files. Made from the table that the reader itself follows.
[[nodiscard]] std::string scene_schema();

}  // namespace muslin
