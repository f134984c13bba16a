#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <string>
#include <vector>

namespace muslin {

/// The number of occurrences of a defect, and the first few of them.
struct Finding {
  std::size_t count = 0;            ///< number of occurrences
  std::vector<std::int32_t> first;  ///< ascending indices of the first five
};

/// Defects of a mesh that may trouble a simulation. All checks are exact; none uses a tolerance.
struct MeshCheck {
  Finding non_finite_vertices;   ///< a coordinate is infinite or NaN
  Finding duplicate_vertices;    ///< exactly the same position as an earlier vertex
  Finding isolated_vertices;     ///< used by no triangle and no segment
  Finding degenerate_triangles;  ///< a repeated corner, or exactly collinear corners
  Finding duplicate_triangles;   ///< the same three vertices as an earlier one, in any order
  Finding inverted_triangles;    ///< traverses a side in the same direction as the only other triangle at that side
  Finding degenerate_segments;   ///< both ends at exactly the same position
  Finding non_manifold_edges;    ///< shared by more than two triangles; the index is the lower vertex of the edge
  bool has_elements = true;      ///< whether there is a triangle or a segment
  double shortest_edge = 0.0;    ///< of those that have a length [m]; 0 if there is none
  double longest_edge = 0.0;     ///< [m]
  Vec3 box_low = Vec3::Zero();   ///< lower corner of the bounding box of the finite vertices [m]
  Vec3 box_high = Vec3::Zero();  ///< upper corner [m]; both are zero if no vertex is finite

  /// Returns the lengths of the bounding box along the axes [m].
  [[nodiscard]] Vec3 size() const { return box_high - box_low; }
};

/// Checks a mesh, whose indices must be in range. It finds defects of single elements and of their connections; audit()
/// finds intersections.
[[nodiscard]] MeshCheck check_mesh(const Mesh& mesh);

/// Which of its defects mesh_warnings() describes.
enum class MeshDefects {
  all,
  simulated,  ///< those that change what a simulation of the mesh does
};

/// Describes the defects of a mesh with their remedies, one sentence each: "1 triangle without area (7); dissolve it".
[[nodiscard]] std::vector<std::string> mesh_warnings(const MeshCheck& check, MeshDefects which = MeshDefects::all);

/// Returns a warning if a size [m] suggests another unit than metres, such as "it is 170 m in size, which suggests
/// centimetres; …", and an empty string otherwise.
[[nodiscard]] std::string unit_warning(const Vec3& size);

}  // namespace muslin
