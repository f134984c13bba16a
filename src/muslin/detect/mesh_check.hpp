#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <string>
#include <vector>

namespace muslin {

/// How often something was found, and the first few places.
struct Finding {
  std::size_t count = 0;
  std::vector<std::int32_t> first;  ///< indices, ascending
};

/// What a mesh has that a simulation may trip over. None of it is decided by a tolerance.
struct MeshCheck {
  Finding non_finite_vertices;   ///< a coordinate is infinite or not a number
  Finding duplicate_vertices;    ///< at exactly the place of an earlier vertex
  Finding isolated_vertices;     ///< used by no triangle and no segment
  Finding degenerate_triangles;  ///< a repeated corner, or corners exactly on one line
  Finding duplicate_triangles;   ///< the same three vertices as an earlier one, in any order
  Finding inverted_triangles;    ///< runs along a side in the same direction as the one other triangle at that side
  Finding degenerate_segments;   ///< both ends at one place
  Finding non_manifold_edges;    ///< more than two triangles; index: the lower vertex of the edge
  Vec3 box_low = Vec3::Zero();   ///< of the finite vertices [m]
  Vec3 box_high = Vec3::Zero();

  [[nodiscard]] Vec3 size() const { return box_high - box_low; }
};

[[nodiscard]] MeshCheck check_mesh(const Mesh& mesh);

/// A warning if a size [m] looks like another unit than metres: "it is 170 m in size, which suggests centimetres; …".
/// Else empty.
[[nodiscard]] std::string unit_warning(const Vec3& size);

}  // namespace muslin
