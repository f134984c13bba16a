#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <span>

namespace muslin {

/// Positions of all vertices of a mesh file: those that it has, and those that it gets.
struct MovedVertices {
  std::span<const Vec3> before;
  std::span<const Vec3> after;
};

/// Returns whether the coordinates of a mesh file are floats. OBJ files are text, and a PLY file names its type.
[[nodiscard]] bool stores_floats(const std::filesystem::path& path);

/// Writes a copy of a mesh file in which some vertices have moved. Where the format is the same, only their coordinates
/// differ, and everything else stays to the byte: polygons, normals, colours, materials, comments, and what other
/// programs have added. (Normals are then those of the old positions.) Otherwise, or if the file divides its lines in
/// an unusual way, the mesh is written anew, with triangles, texture coordinates and groups. The file appears complete
/// or not at all.
[[nodiscard]] Status write_moved_mesh(const std::filesystem::path& source, const std::filesystem::path& target,
                                      const MovedVertices& vertices);

}  // namespace muslin
