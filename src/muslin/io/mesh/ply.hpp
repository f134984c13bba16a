#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/io/mesh/mesh_file.hpp>

namespace muslin {

class TextScanner;

/// Encoding of the data after the header of a PLY file.
enum class PlyFormat { ascii, binary_little_endian, binary_big_endian };

/// Reads a PLY file of any format, with numbers of any type. The following elements are used; all others are skipped:
///   - `vertex` with x y z and optional texture coordinates (s t, u v or texture_u texture_v), which become the
///     material space;
///   - `face` with a list vertex_indices or vertex_index (polygons of any size are cut into triangles) and an optional
///     list texcoord of two coordinates per corner, which takes precedence over those of the vertices;
///   - `edge` with vertex1 and vertex2.
/// Vertices keep their order.
///
/// Errors name the line. Binary data has no lines; there, errors name the header line that declares the element, and
/// the index and byte of the element.
[[nodiscard]] Result<Mesh> read_ply(const std::filesystem::path& path, const MeshReadOptions& options = {});
[[nodiscard]] Result<Mesh> read_ply(TextScanner& file, const MeshReadOptions& options = {});

/// Options of write_ply().
struct PlyWriteOptions {
  PlyFormat format = PlyFormat::binary_little_endian;
};

/// Writes a PLY file with coordinates as doubles, which read back to the last bit. A material space with one coordinate
/// per vertex is written with the vertices (s t); one with seams is written with the faces (texcoord). PLY has no
/// groups, so they are not written.
[[nodiscard]] Status write_ply(const std::filesystem::path& path, const Mesh& mesh, const PlyWriteOptions& = {});

}  // namespace muslin
