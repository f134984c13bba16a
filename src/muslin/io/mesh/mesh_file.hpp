#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/io/mesh/mesh_read_options.hpp>

namespace muslin {

/// Reads a mesh in the format of its extension, .obj or .ply, in upper or lower case.
[[nodiscard]] Result<Mesh> read_mesh(const std::filesystem::path& path, const MeshReadOptions& options = {});

/// Writes a mesh in the format of its extension; PLY is written as little-endian binary. The file appears complete or
/// not at all. Data that the format cannot represent is omitted: groups, in PLY.
[[nodiscard]] Status write_mesh(const std::filesystem::path& path, const Mesh& mesh);

}  // namespace muslin
