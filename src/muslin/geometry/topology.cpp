#include <algorithm>
#include <muslin/geometry/topology.hpp>

namespace muslin {
namespace {

/// Gathers (key, item) pairs into one list per key, in the order of the items.
template <class T>
ListOfLists<T> group_by_key(std::size_t keys, const std::vector<std::pair<std::int32_t, T>>& pairs) {
  std::vector<std::int32_t> offsets(keys + 1, 0);
  for (const auto& [key, item] : pairs) ++offsets[static_cast<std::size_t>(key) + 1];
  for (std::size_t i = 0; i < keys; ++i) offsets[i + 1] += offsets[i];
  std::vector<std::int32_t> next(offsets.begin(), offsets.end() - 1);
  std::vector<T> items(pairs.size());
  for (const auto& [key, item] : pairs) items[static_cast<std::size_t>(next[static_cast<std::size_t>(key)]++)] = item;
  return {std::move(offsets), std::move(items)};
}

Segment ordered(VertexId a, VertexId b) { return a < b ? Segment{a, b} : Segment{b, a}; }

std::vector<Segment> unique_edges(const Mesh& mesh) {
  std::vector<Segment> edges;
  edges.reserve(3 * mesh.triangles.size() + mesh.segments.size());
  const auto add = [&](VertexId a, VertexId b) {
    if (a != b) edges.push_back(ordered(a, b));
  };
  for (const auto& [a, b, c] : mesh.triangles) {
    add(a, b);
    add(b, c);
    add(c, a);
  }
  for (const auto& [a, b] : mesh.segments) add(a, b);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace

Topology make_topology(const Mesh& mesh) {
  Topology topology;
  topology.edges = unique_edges(mesh);
  const auto find_edge = [&](VertexId a, VertexId b) {
    if (a == b) return EdgeId();
    const auto it = std::lower_bound(topology.edges.begin(), topology.edges.end(), ordered(a, b));
    return EdgeId(static_cast<std::size_t>(it - topology.edges.begin()));
  };

  std::vector<std::pair<std::int32_t, TriangleId>> triangles_at_edge, triangles_at_vertex;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& corner = mesh.triangles[t];
    auto& sides = topology.triangle_edges.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      sides[k] = find_edge(corner[k], corner[(k + 1) % 3]);
      const bool repeated_side = std::find(sides.begin(), sides.begin() + k, sides[k]) != sides.begin() + k;
      if (sides[k].valid() && !repeated_side) triangles_at_edge.emplace_back(sides[k].value, TriangleId(t));
      const bool repeated_corner = std::find(corner.begin(), corner.begin() + k, corner[k]) != corner.begin() + k;
      if (!repeated_corner) triangles_at_vertex.emplace_back(corner[k].value, TriangleId(t));
    }
  }
  topology.segment_edges.reserve(mesh.segments.size());
  for (const auto& [a, b] : mesh.segments) topology.segment_edges.push_back(find_edge(a, b));

  std::vector<std::pair<std::int32_t, EdgeId>> edges_at_vertex;
  edges_at_vertex.reserve(2 * topology.edges.size());
  for (std::size_t e = 0; e < topology.edges.size(); ++e)
    for (const VertexId v : topology.edges[e]) edges_at_vertex.emplace_back(v.value, EdgeId(e));

  topology.edge_triangles = group_by_key(topology.edges.size(), triangles_at_edge);
  topology.vertex_triangles = group_by_key(mesh.positions.size(), triangles_at_vertex);
  topology.vertex_edges = group_by_key(mesh.positions.size(), edges_at_vertex);
  return topology;
}

}  // namespace muslin
