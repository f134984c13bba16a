#pragma once
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>

namespace muslin {

/// What a glTF file of a run holds.
struct GlbExport {
  std::uint64_t bytes = 0;     ///< size of the file
  std::int64_t frames = 0;     ///< the start included
  std::size_t morphed = 0;     ///< bodies that move
  std::size_t stationary = 0;  ///< bodies that do not
};

/// Writes the run in a folder as a binary glTF 2.0 file, which appears complete or not at all. Each body is a mesh
/// whose positions are those of the start; one that moves has a morph target per further frame, the displacement from
/// the start, and an animation switches from one target to the next, linearly in between. Normals are left to the
/// reader, who shades the triangles flat. It is an Error if the file would not fit the 4 GB of the format.
[[nodiscard]] Result<GlbExport> write_glb(const std::filesystem::path& folder, const std::filesystem::path& path);

}  // namespace muslin
