#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <vector>

namespace muslin {

/// All elements that can collide, with all bodies in one index space: the triangles, and every edge once (the sides of
/// triangles and the segments of cables). Vertices that no element uses cannot collide.
struct CollisionMesh {
  std::size_t vertex_count = 0;                       ///< number of vertices of all bodies
  std::vector<Triangle> triangles;                    ///< corners, numbered over all bodies
  std::vector<Segment> edges;                         ///< lower vertex first, in ascending order
  std::vector<std::array<EdgeId, 3>> triangle_edges;  ///< an id is invalid where a triangle repeats a corner
  std::vector<EdgeId> loose_edges;                    ///< edges of no triangle, that is, cable segments
  /// One entry per vertex: nonzero if the vertex belongs to a body that is scripted as a whole. Pairs of two such
  /// bodies are not searched. A pinned vertex of a cloth is not scripted in this sense. If empty, no vertex is
  /// scripted.
  std::vector<std::uint8_t> scripted;

  /// Returns whether a vertex belongs to a body that is scripted as a whole.
  [[nodiscard]] bool is_scripted(VertexId v) const { return !scripted.empty() && scripted[v.index()] != 0; }
};

/// Makes the collision mesh of all bodies, appended to one mesh. `scripted` becomes CollisionMesh::scripted.
[[nodiscard]] CollisionMesh make_collision_mesh(const Mesh& mesh, std::span<const std::uint8_t> scripted = {});

}  // namespace muslin
