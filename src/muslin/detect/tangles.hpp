#pragma once
#include <cstdint>
#include <muslin/detect/audit.hpp>
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The elements of a world in one index space, for the search for tangles.
struct TangleMesh {
  std::vector<Triangle> triangles;          ///< corners, numbered over all bodies
  std::vector<Segment> segments;            ///< ends of the cable segments
  std::vector<std::int32_t> triangle_body;  ///< body of each triangle
  std::vector<std::int32_t> segment_body;   ///< body of each segment
  std::vector<std::uint8_t> is_obstacle;    ///< per body: nonzero marks an obstacle
  std::size_t vertex_count = 0;             ///< number of vertices of all bodies

  /// Returns the vertices of an element of the audit.
  [[nodiscard]] std::span<const VertexId> vertices(const AuditElement& element) const;
  /// Returns the body of an element.
  [[nodiscard]] std::int32_t body(const AuditElement& element) const;
};

/// Returns all intersecting pairs, without those of two obstacles, sorted.
[[nodiscard]] std::vector<IntersectingPair> find_intersections(const TangleMesh& mesh, std::span<const Vec3> position);

/// Gives each vertex the label of its tangle, or -1. A tangle consists of the elements of intersecting pairs that share
/// vertices, directly or through other pairs, and of the elements around them: `rings` rings of neighbours. Tangles
/// whose rings meet are one. Labels count from 0 in the order of the lowest vertex. Returns an empty list if there is
/// no pair.
[[nodiscard]] std::vector<std::int32_t> label_tangles(const TangleMesh& mesh, std::span<const IntersectingPair> pairs,
                                                      int rings);

/// Removes the labels of tangles that have come apart, in the doubles and in the floats of files. The list becomes
/// empty if none is left. Labels of the others stay.
void release_separated(const TangleMesh& mesh, std::span<const Vec3> position, std::vector<std::int32_t>& label);

}  // namespace muslin
