#pragma once
#include <cstddef>
#include <muslin/contact/contact.hpp>
#include <muslin/detect/collision_mesh.hpp>
#include <span>

namespace muslin {

/// Pairs of elements that are too near each other for the floats of files: rounding may make them intersect, and
/// step_contact_time() does not promise that they stay apart in files (detect/separation.hpp).
struct UnresolvedPairs {
  std::size_t count = 0;
  /// The first of them, in the order of kinds and vertices; undefined if there is none.
  StencilKind kind = StencilKind::vertex_triangle;
  std::array<VertexId, 4> vertices;
  double distance = 0.0;    ///< [m]
  double resolution = 0.0;  ///< distance that floats resolve at its coordinates [m]
};

/// Finds them among all pairs that can collide. Vertices must be finite.
[[nodiscard]] UnresolvedPairs find_unresolved_pairs(CollisionMesh mesh, std::span<const Vec3> position);

}  // namespace muslin
