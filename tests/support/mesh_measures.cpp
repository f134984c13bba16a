#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <muslin/geometry/topology.hpp>
#include <tests/support/mesh_measures.hpp>

namespace muslin::test {
namespace {

Vec3 twice_area_normal(const Mesh& mesh, const Triangle& triangle) {
  const Vec3& a = mesh.positions[triangle[0].index()];
  return (mesh.positions[triangle[1].index()] - a).cross(mesh.positions[triangle[2].index()] - a);
}

double longest_side(const Mesh& mesh, const Triangle& triangle) {
  double longest = 0.0;
  for (std::size_t k = 0; k < 3; ++k)
    longest =
        std::max(longest, (mesh.positions[triangle[k].index()] - mesh.positions[triangle[(k + 1) % 3].index()]).norm());
  return longest;
}

}  // namespace

double area(const Mesh& mesh) {
  double sum = 0.0;
  for (const Triangle& triangle : mesh.triangles) sum += 0.5 * twice_area_normal(mesh, triangle).norm();
  return sum;
}

double signed_volume(const Mesh& mesh) {
  double sum = 0.0;
  for (const Triangle& triangle : mesh.triangles)
    sum += mesh.positions[triangle[0].index()].dot(twice_area_normal(mesh, triangle)) / 6.0;
  return sum;
}

int euler_characteristic(const Mesh& mesh) {
  return static_cast<int>(std::ssize(mesh.positions) - std::ssize(make_topology(mesh).edges) +
                          std::ssize(mesh.triangles));
}

int boundary_edges(const Mesh& mesh) {
  const Topology topology = make_topology(mesh);
  int count = 0;
  for (std::size_t e = 0; e < topology.edges.size(); ++e) count += topology.is_boundary(EdgeId(e)) ? 1 : 0;
  return count;
}

// The plane through axis and point cuts a triangle where its corners lie on both sides; the angle between them is
// small.
double radius_at(std::span<const Vec3> tube, std::span<const Triangle> triangles, const Vec3& point) {
  const Vec3 outwards = Vec3(point.x(), 0.0, point.z()).normalized();
  for (const Triangle& t : triangles) {
    Eigen::Matrix3d corners;
    for (int k = 0; k < 3; ++k) corners.col(k) = tube[t[static_cast<std::size_t>(k)].index()];
    if (point.y() < corners.row(1).minCoeff() || point.y() > corners.row(1).maxCoeff()) continue;
    // corners * weights = height * y + radius * outwards, and the weights sum up to 1.
    Eigen::Matrix4d system = Eigen::Matrix4d::Zero();
    system.topLeftCorner<3, 3>() = corners;
    system.topRightCorner<3, 1>() = -outwards;
    system.bottomLeftCorner<1, 3>().setOnes();
    const Eigen::Vector4d solution = system.fullPivLu().solve(Eigen::Vector4d(0.0, point.y(), 0.0, 1.0));
    if (solution.allFinite() && solution.head<3>().minCoeff() >= 0.0 && solution[3] > 0.0) return solution[3];
  }
  return 0.0;
}

std::string mesh_defect(const Mesh& mesh) {
  std::vector<std::array<double, 3>> points;
  for (const Vec3& x : mesh.positions) {
    if (!x.allFinite()) return "a position is not finite";
    points.push_back({x[0], x[1], x[2]});
  }
  std::sort(points.begin(), points.end());
  if (std::adjacent_find(points.begin(), points.end()) != points.end()) return "a vertex is doubled";

  const Topology topology = make_topology(mesh);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i)
    if (topology.is_isolated(VertexId(i))) return fmt::format("vertex {} is not used", i);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const double longest = longest_side(mesh, mesh.triangles[t]);
    if (!(twice_area_normal(mesh, mesh.triangles[t]).norm() > 1e-7 * longest * longest))
      return fmt::format("triangle {} has no area", t);
  }

  std::vector<Segment> directed;
  for (const auto& [a, b, c] : mesh.triangles) directed.insert(directed.end(), {{a, b}, {b, c}, {c, a}});
  std::sort(directed.begin(), directed.end());
  if (std::adjacent_find(directed.begin(), directed.end()) != directed.end())
    return "an edge has two triangles on the same side";
  return {};
}

}  // namespace muslin::test
