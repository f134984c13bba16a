#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <string>
#include <vector>

namespace muslin {

/// Options for reading a mesh file of any format.
struct MeshReadOptions {
  /// Keeps coordinates that are NaN or infinite, for a caller that reports them. Otherwise they are an error.
  bool allow_non_finite = false;
  /// Largest number of vertices, of triangles or of segments; more is an error. It must not exceed kMaxElements.
  std::size_t max_elements = kMaxElements;
  /// Receives a message if parts of the file were skipped, at most one per file; may be null. The mesh is the same with
  /// and without it.
  std::vector<std::string>* warnings = nullptr;
};

/// Reads a mesh in the format of its extension, .obj or .ply, in upper or lower case.
[[nodiscard]] Result<Mesh> read_mesh(const std::filesystem::path& path, const MeshReadOptions& options = {});

/// Writes a mesh in the format of its extension; PLY is written as little-endian binary. The file appears complete or
/// not at all. Data that the format cannot represent is omitted: groups, in PLY.
[[nodiscard]] Status write_mesh(const std::filesystem::path& path, const Mesh& mesh);

}  // namespace muslin
