#pragma once
#include <map>
#include <muslin/detect/tangles.hpp>
#include <muslin/geometry/topology.hpp>
#include <muslin/sim/scene.hpp>
#include <string>
#include <vector>

namespace muslin {

/// All bodies of a scene as untangling sees them.
struct TangleWorld {
  TangleMesh mesh;
  Topology topology;
  std::vector<std::uint32_t> sheet;  ///< of each vertex: the lowest vertex that is connected with it
  std::map<std::uint32_t, std::vector<EdgeId>> sheet_edges;       ///< edges of each sheet, ascending
  std::map<std::uint32_t, std::vector<VertexId>> sheet_vertices;  ///< vertices of each sheet, ascending
  std::vector<double> thickness;                                  ///< thickness of the body of each vertex [m]
  std::vector<std::uint8_t> is_scripted;                          ///< per vertex
  std::vector<int> layer;                                         ///< Body::layer of each body
  std::vector<std::string> names;                                 ///< of the bodies
  std::vector<std::int32_t> first_triangle;                       ///< of each body
  std::vector<std::int32_t> first_segment;                        ///< of each body
  /// Sets of vertices that move rigidly: patches, and embedded objects with their footprints.
  std::vector<std::vector<VertexId>> rigid_groups;
  double edge_length = 0.0;        ///< mean length of the edges of cloth, shells and cables at the start [m]
  double largest_thickness = 0.0;  ///< [m]

  /// Names the elements of a pair by their bodies.
  [[nodiscard]] AuditedPair name(const IntersectingPair& pair) const;
};

[[nodiscard]] TangleWorld make_tangle_world(const Scene& scene);

/// Returns only the mesh of the world.
[[nodiscard]] TangleMesh make_tangle_mesh(const Scene& scene);

}  // namespace muslin
