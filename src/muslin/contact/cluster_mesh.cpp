#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/contact/cluster_mesh.hpp>
#include <utility>

namespace muslin {

ContactSide contact_side(const Contact& contact, int side) {
  std::size_t first = 0, size = 0;
  switch (contact.kind) {
    case StencilKind::vertex_triangle:
      first = side == 0 ? 0 : 3;
      size = side == 0 ? 3 : 1;
      break;
    case StencilKind::edge_edge:
      first = side == 0 ? 0 : 2;
      size = 2;
      break;
    case StencilKind::vertex_edge:
      first = side == 0 ? 0 : 3;
      size = side == 0 ? 2 : 1;
      break;
  }
  ContactSide result;
  result.size = size;
  for (std::size_t i = 0; i < size; ++i) {
    result.vertex[i] = contact.vertex[first + i];
    result.weight[i] = std::abs(contact.weight[first + i]);
  }
  return result;
}

ClusterMesh::ClusterMesh(std::size_t vertex_count, std::vector<Triangle> triangles, std::vector<Segment> segments)
    : vertex_count_(vertex_count), triangles_(std::move(triangles)), segments_(std::move(segments)) {
  Mesh mesh;
  mesh.positions.resize(vertex_count, Vec3::Zero());
  mesh.triangles = triangles_;
  mesh.segments = segments_;
  topology_ = make_topology(mesh);
}

bool ClusterMesh::matches(std::size_t vertex_count, std::span<const Triangle> triangles,
                          std::span<const Segment> segments) const {
  return vertex_count == vertex_count_ &&
         std::equal(triangles.begin(), triangles.end(), triangles_.begin(), triangles_.end()) &&
         std::equal(segments.begin(), segments.end(), segments_.begin(), segments_.end());
}

Vec3 ClusterMesh::normal(TriangleId face, std::span<const Vec3> position) const {
  const auto& [a, b, c] = triangle(face);
  const Vec3 across = (position[b.index()] - position[a.index()]).cross(position[c.index()] - position[a.index()]);
  const double length = across.norm();
  return length > 0.0 ? Vec3(across / length) : Vec3(Vec3::Zero());
}

}  // namespace muslin
