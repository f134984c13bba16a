#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/io/mesh/mesh_read_options.hpp>

namespace muslin {

class TextScanner;

/// How the data behind the header of a PLY file is written.
enum class PlyFormat { ascii, binary_little_endian, binary_big_endian };

/// Reads a PLY file of any format, with numbers of any type: `vertex` with x y z and maybe texture coordinates (s t,
/// u v or texture_u texture_v; they become the material space), `face` with a list vertex_indices or vertex_index
/// (polygons of any size are cut into triangles) and maybe a list texcoord of two coordinates per corner, which comes
/// before those of the vertices, `edge` with vertex1 and vertex2. All else is skipped. Vertices keep their order.
///
/// Errors name the line. In binary data, which has none, they name the line of the header that declares the element,
/// and say which element and which byte it is.
[[nodiscard]] Result<Mesh> read_ply(const std::filesystem::path& path, const MeshReadOptions& options = {});
[[nodiscard]] Result<Mesh> read_ply(TextScanner& file, const MeshReadOptions& options = {});

struct PlyWriteOptions {
  PlyFormat format = PlyFormat::binary_little_endian;
};

/// Writes a PLY file with coordinates as doubles, which read back to the last bit. A material space with one
/// coordinate per vertex is written with the vertices (s t), one with seams with the faces (texcoord). PLY knows no
/// groups: they are not written.
[[nodiscard]] Status write_ply(const std::filesystem::path& path, const Mesh& mesh, const PlyWriteOptions& = {});

}  // namespace muslin
