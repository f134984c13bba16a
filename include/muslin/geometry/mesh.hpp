#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <string>
#include <vector>

namespace muslin {

using Triangle = std::array<VertexId, 3>;  ///< counter-clockwise as seen from its front
using Segment = std::array<VertexId, 2>;   ///< both ends of a piece of a cable, or of an edge

/// A mesh of triangles, segments (cables) and their vertices. Positions are in metres. Vertices that no element uses
/// are allowed.
struct Mesh {
  std::vector<Vec3> positions;      ///< positions of the vertices [m]
  std::vector<Triangle> triangles;  ///< corners, as indices into `positions`
  std::vector<Segment> segments;    ///< ends, as indices into `positions`

  /// The flat material space of the triangles: coordinates, and for each triangle the indices of those of its corners
  /// (so that a seam may have two). Both are empty if there is no material space; otherwise `material_corners` has one
  /// entry per triangle, with -1 in all three corners of a triangle that has no material coordinates.
  std::vector<Vec2> material;
  std::vector<std::array<std::int32_t, 3>> material_corners;  ///< corners, as indices into `material`

  /// Named parts. `triangle_group` has one index into `group_names` per triangle, or is empty if all are in one unnamed
  /// part.
  std::vector<std::string> group_names;
  std::vector<std::int32_t> triangle_group;  ///< index into `group_names` per triangle
};

/// Appends `part` to `whole`, in one index space. Material coordinates and groups of both are kept.
void append(Mesh& whole, const Mesh& part);

}  // namespace muslin
