#include <muslin/core/assert.hpp>
#include <muslin/detect/collision_mesh.hpp>
#include <muslin/geometry/topology.hpp>

namespace muslin {

CollisionMesh make_collision_mesh(const Mesh& mesh, std::span<const std::uint8_t> scripted) {
  MUSLIN_ASSERT(scripted.empty() || scripted.size() == mesh.positions.size());
  Topology topology = make_topology(mesh);
  CollisionMesh result;
  result.vertex_count = mesh.positions.size();
  result.triangles = mesh.triangles;
  for (std::size_t e = 0; e < topology.edges.size(); ++e)
    if (topology.is_loose(EdgeId(e))) result.loose_edges.emplace_back(e);
  result.edges = std::move(topology.edges);
  result.triangle_edges = std::move(topology.triangle_edges);
  result.scripted.assign(scripted.begin(), scripted.end());
  return result;
}

}  // namespace muslin
