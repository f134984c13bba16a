#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/io/mesh/mesh_read_options.hpp>

namespace muslin {

/// Reads a mesh in the format that the extension of its name says, in upper or lower case: .obj or .ply.
[[nodiscard]] Result<Mesh> read_mesh(const std::filesystem::path& path, const MeshReadOptions& options = {});

/// Writes a mesh in the format that the extension says; PLY as little-endian binary. The file appears whole or not at
/// all. What the format cannot hold is left out: groups, in PLY.
[[nodiscard]] Status write_mesh(const std::filesystem::path& path, const Mesh& mesh);

}  // namespace muslin
