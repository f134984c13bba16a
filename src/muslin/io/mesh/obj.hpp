#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/io/mesh/mesh_file.hpp>

namespace muslin {

class TextScanner;

/// Reads a Wavefront OBJ file. Vertices keep their order, including unused ones. Polygons of any size are cut into
/// triangles (triangulate.hpp) and polylines into segments. `vt` becomes the material space. A face belongs to the part
/// named by the last `g` or `o` before it. Normals, points, materials, smoothing and free-form geometry are ignored. A
/// statement that OBJ does not define is skipped with a warning (MeshReadOptions::warnings). A file without vertices is
/// an error, so that a file of another kind is not mistaken for an empty mesh.
[[nodiscard]] Result<Mesh> read_obj(const std::filesystem::path& path, const MeshReadOptions& options = {});
[[nodiscard]] Result<Mesh> read_obj(TextScanner& text, const MeshReadOptions& options = {});

/// Writes an OBJ file that reads back as the same mesh, to the last bit of every coordinate. Line breaks and other
/// control characters in group names become "_".
[[nodiscard]] Status write_obj(const std::filesystem::path& path, const Mesh& mesh);

}  // namespace muslin
