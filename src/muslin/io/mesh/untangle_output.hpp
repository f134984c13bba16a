#pragma once
#include <filesystem>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/mesh/untangle_input.hpp>
#include <optional>
#include <span>
#include <vector>

namespace muslin {

/// Writes the files of an UntangleInput that may have changed, under the same names in another folder, or a single mesh
/// under any name.
class UntangleOutput {
 public:
  /// Decides what is written where, and changes nothing yet. It is an Error if the output exists and is not to be
  /// replaced, or if it would replace a file of the input.
  [[nodiscard]] static Result<UntangleOutput> plan(const std::filesystem::path& path, bool replace,
                                                   const UntangleInput& input);

  /// Makes the folder, the copies of meshes and the empty caches.
  [[nodiscard]] Status begin();
  /// Writes a frame: positions of all vertices of each file of the input, before and after.
  [[nodiscard]] Status write(std::size_t frame, std::span<const std::vector<Vec3>> before,
                             std::span<const std::vector<Vec3>> after);
  /// Completes the caches.
  [[nodiscard]] Status finish();

 private:
  /// A file of the input that is written.
  struct Target {
    std::size_t file = 0;                      ///< index into UntangleInput::files()
    std::vector<std::filesystem::path> from;   ///< mesh of each frame, or the mesh and its cache
    std::vector<std::filesystem::path> paths;  ///< where they go
    bool has_cache = false;
    std::optional<Pc2Writer> cache = {};  ///< set by begin()
  };

  std::filesystem::path folder_;  ///< empty if it need not be made
  std::vector<Target> targets_;
};

}  // namespace muslin
