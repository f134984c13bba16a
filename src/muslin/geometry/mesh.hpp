#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <string>
#include <vector>

namespace muslin {

using Triangle = std::array<VertexId, 3>;  ///< counter-clockwise seen from its front
using Segment = std::array<VertexId, 2>;

/// Triangles, segments (cables) and their vertices. Positions in metres. Vertices that no element uses are allowed.
struct Mesh {
  std::vector<Vec3> positions;
  std::vector<Triangle> triangles;
  std::vector<Segment> segments;

  /// Flat material space of the triangles: coordinates, and for each triangle which of them its corners have (so that
  /// a seam may have two). Both empty where there is none; else one entry of `material_corners` per triangle, with
  /// -1 in all three corners of a triangle that has no material coordinates.
  std::vector<Vec2> material;
  std::vector<std::array<std::int32_t, 3>> material_corners;

  /// Named parts. `triangle_group` has one index into `group_names` per triangle, or is empty: all in one unnamed part.
  std::vector<std::string> group_names;
  std::vector<std::int32_t> triangle_group;
};

/// Joins two meshes into one index space: `part` after `whole`. Material and groups of both are kept.
void append(Mesh& whole, const Mesh& part);

}  // namespace muslin
