#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <map>
#include <muslin/core/tolerances/untangle.hpp>
#include <muslin/sim/untangle/outward.hpp>

namespace muslin {

std::vector<Vec3> outward_normals(const TangleWorld& world, std::span<const Vec3> position) {
  const TangleMesh& mesh = world.mesh;
  std::vector<Vec3> normal(mesh.vertex_count, Vec3::Zero());
  std::map<std::uint32_t, double> volume;  // of each solid, about a vertex of its own
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (mesh.is_obstacle[static_cast<std::size_t>(mesh.triangle_body[t])] == 0) continue;
    const auto& [a, b, c] = mesh.triangles[t];
    const Vec3 area = (position[b.index()] - position[a.index()]).cross(position[c.index()] - position[a.index()]);
    const std::uint32_t solid = world.sheet[a.index()];
    volume[solid] += area.dot(position[a.index()] - position[solid]);
    for (const VertexId v : mesh.triangles[t]) normal[v.index()] += area;
  }
  for (std::size_t v = 0; v < normal.size(); ++v) {
    const double length = normal[v].norm();
    if (!(length > 0.0)) continue;
    normal[v] /= volume[world.sheet[v]] < 0.0 ? -length : length;  // faces that point inwards
  }
  return normal;
}

OuterSide::OuterSide(const TangleWorld& world, std::span<const Vec3> position)
    : world_(&world), is_closed_(world.mesh.is_obstacle) {
  const std::vector<Vec3> normal = outward_normals(world, position);
  for (std::size_t v = 0; v < normal.size(); ++v) {
    if (normal[v].isZero(0.0)) continue;
    position_.push_back(position[v]);
    normal_.push_back(normal[v]);
  }
  // A few holes do not matter: characters have some.
  std::vector<std::size_t> edges(is_closed_.size(), 0), borders(is_closed_.size(), 0);
  for (std::size_t e = 0; e < world.topology.edges.size(); ++e) {
    const std::span<const TriangleId> faces = world.topology.edge_triangles[e];
    if (faces.empty()) continue;
    const auto body = static_cast<std::size_t>(world.mesh.triangle_body[faces[0].index()]);
    ++edges[body];
    if (faces.size() == 1) ++borders[body];
  }
  for (std::size_t b = 0; b < is_closed_.size(); ++b)
    if (static_cast<double>(borders[b]) > tolerance::kMaxBorderShare * static_cast<double>(edges[b]) || edges[b] == 0)
      is_closed_[b] = 0;
}

Vec3 OuterSide::outward(const Vec3& point, const Vec3& lower_normal) const {
  double best = std::numeric_limits<double>::infinity();
  Vec3 result = lower_normal;
  for (std::size_t v = 0; v < position_.size(); ++v) {
    const double squared = (position_[v] - point).squaredNorm();
    if (!(squared < best)) continue;
    best = squared;
    result = normal_[v];
  }
  return result;
}

bool OuterSide::is_below(std::size_t body, std::size_t other) const {
  const bool is_obstacle = world_->mesh.is_obstacle[body] != 0, other_is = world_->mesh.is_obstacle[other] != 0;
  if (is_obstacle || other_is) return is_closed_[body] != 0 && !other_is;
  return world_->layer[body] < world_->layer[other];
}

double OuterSide::side(std::int32_t body, std::int32_t of_body, const Vec3& point, const Vec3& normal,
                       const Vec3& other_normal) const {
  const auto b = static_cast<std::size_t>(body), of = static_cast<std::size_t>(of_body);
  const bool is_outer = is_below(of, b);
  if (!is_outer && !is_below(b, of)) return 0.0;
  const double facing = outward(point, is_outer ? normal : other_normal).dot(normal);
  if (facing == 0.0) return 0.0;
  return (facing > 0.0) == is_outer ? 1.0 : -1.0;
}

}  // namespace muslin
