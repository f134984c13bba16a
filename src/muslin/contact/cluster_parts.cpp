#include <algorithm>
#include <iterator>
#include <muslin/contact/cluster_parts.hpp>
#include <muslin/core/disjoint_sets.hpp>

namespace muslin {
namespace {

/// Largest number of edges outside two clusters that may connect them if they count as near [Huh01 §3.2].
constexpr int kNearEdges = 2;

/// The vertices of an area of faces, with local numbers, and its edges.
struct Area {
  struct Edge {
    EdgeId id;
    std::size_t first, second;  ///< indices into `vertices`
  };
  std::vector<VertexId> vertices;  ///< ascending
  std::vector<Edge> edges;         ///< ascending

  [[nodiscard]] std::size_t number(VertexId v) const {
    return static_cast<std::size_t>(std::lower_bound(vertices.begin(), vertices.end(), v) - vertices.begin());
  }
};

template <class T>
void sort_and_make_unique(std::vector<T>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

Area area_of(const ClusterMesh& mesh, std::span<const TriangleId> faces) {
  Area area;
  std::vector<EdgeId> edges;
  for (const TriangleId face : faces) {
    area.vertices.insert(area.vertices.end(), mesh.triangle(face).begin(), mesh.triangle(face).end());
    for (const EdgeId edge : mesh.topology().triangle_edges[face.index()])
      if (edge.valid()) edges.push_back(edge);
  }
  sort_and_make_unique(area.vertices);
  sort_and_make_unique(edges);
  for (const EdgeId edge : edges) {
    const Segment& ends = mesh.topology().edges[edge.index()];
    area.edges.push_back({edge, area.number(ends[0]), area.number(ends[1])});
  }
  return area;
}

/// All faces at the edge count, even those without contact, because at a crease often only one face is in contact.
bool bends_sharply(const ClusterMesh& mesh, EdgeId edge, std::span<const Vec3> position) {
  const std::span<const TriangleId> faces = mesh.topology().edge_triangles[edge.index()];
  for (std::size_t i = 0; i < faces.size(); ++i)
    for (std::size_t j = i + 1; j < faces.size(); ++j)
      if (mesh.normal(faces[i], position).dot(mesh.normal(faces[j], position)) < 0.0) return true;
  return false;
}

/// Returns the vertices within at most `edges` edges of a cluster.
std::vector<VertexId> neighbourhood(const ClusterMesh& mesh, std::span<const VertexId> vertices, int edges) {
  std::vector<VertexId> reached(vertices.begin(), vertices.end()), rim = reached;
  for (int k = 0; k < edges; ++k) {
    std::vector<VertexId> next;
    for (const VertexId v : rim) mesh.for_each_neighbour(v, [&](VertexId other) { next.push_back(other); });
    sort_and_make_unique(next);
    std::vector<VertexId> all;
    std::set_union(reached.begin(), reached.end(), next.begin(), next.end(), std::back_inserter(all));
    rim = std::move(next);
    reached = std::move(all);
  }
  return reached;
}

bool meet(std::span<const VertexId> a, std::span<const VertexId> b) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) return true;
    ++(a[i] < b[j] ? i : j);
  }
  return false;
}

}  // namespace

ClusterParts cut_at_sharp_bends(const ClusterMesh& mesh, std::span<const TriangleId> faces,
                                std::span<const Vec3> position) {
  const Area area = area_of(mesh, faces);
  const std::size_t n = area.vertices.size();
  std::vector<std::uint8_t> is_border(n, 0);
  for (const Area::Edge& edge : area.edges)
    if (bends_sharply(mesh, edge.id, position)) is_border[edge.first] = is_border[edge.second] = 1;

  // The components that stay connected without the border are the parts.
  DisjointSets sets(n);
  for (const Area::Edge& edge : area.edges)
    if (is_border[edge.first] == 0 && is_border[edge.second] == 0) sets.join(edge.first, edge.second);
  ClusterParts parts;
  std::vector<std::int32_t> part(n, -1);
  for (std::size_t i = 0; i < n; ++i)
    if (is_border[i] == 0) part[i] = sets.find(i) == i ? parts.count++ : part[sets.find(i)];

  // Each border vertex belongs to the parts to which it has an edge.
  std::vector<std::vector<std::int32_t>> parts_of(n);
  for (const Area::Edge& edge : area.edges)
    for (const auto& [i, j] : {std::pair(edge.first, edge.second), std::pair(edge.second, edge.first)})
      if (is_border[i] != 0 && part[j] >= 0) parts_of[i].push_back(part[j]);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::int32_t>& of = parts_of[i];
    if (part[i] >= 0) of = {part[i]};
    if (of.empty())
      for (std::int32_t k = 0; k < parts.count; ++k) of.push_back(k);
    sort_and_make_unique(of);
    for (const std::int32_t k : of)
      parts.members.push_back({area.vertices[i], k, 1.0 / static_cast<double>(of.size())});
  }
  return parts;
}

std::vector<std::int32_t> merge_near_clusters(const ClusterMesh& mesh, std::span<const NearCluster> clusters,
                                              std::span<const std::pair<std::int32_t, std::int32_t>> colliding) {
  const std::size_t n = clusters.size();
  std::vector<std::vector<VertexId>> around;
  around.reserve(n);
  for (const NearCluster& cluster : clusters) around.push_back(neighbourhood(mesh, cluster.vertices, kNearEdges));

  DisjointSets sets(n);
  const auto collide = [&](std::size_t a, std::size_t b) {
    return std::any_of(colliding.begin(), colliding.end(), [&](const auto& pair) {
      const std::size_t first = sets.find(static_cast<std::size_t>(pair.first)),
                        second = sets.find(static_cast<std::size_t>(pair.second));
      return (first == a && second == b) || (first == b && second == a);
    });
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      if (clusters[i].normal.dot(clusters[j].normal) < 0.0 || !meet(around[i], clusters[j].vertices)) continue;
      const std::size_t a = sets.find(i), b = sets.find(j);
      if (a != b && !collide(a, b)) sets.join(a, b);
    }
  std::vector<std::int32_t> number(n);
  std::int32_t count = 0;
  for (std::size_t i = 0; i < n; ++i) number[i] = sets.find(i) == i ? count++ : number[sets.find(i)];
  return number;
}

}  // namespace muslin
