#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/model.hpp>
#include <muslin/model/hinges.hpp>

namespace muslin {
namespace {

/// Returns the corners of triangle t in a plane.
std::array<Vec2, 3> flat_corners(const Mesh& mesh, std::size_t t, bool& has_material) {
  has_material = !mesh.material_corners.empty() && mesh.material_corners[t][0] >= 0;
  std::array<Vec2, 3> corner;
  if (has_material) {
    for (std::size_t k = 0; k < 3; ++k)
      corner[k] = mesh.material[static_cast<std::size_t>(mesh.material_corners[t][k])];
    const Vec2 u = corner[1] - corner[0], v = corner[2] - corner[0];
    if (u.x() * v.y() < u.y() * v.x())
      for (Vec2& p : corner) p.y() = -p.y();
    return corner;
  }
  const auto& [a, b, c] = mesh.triangles[t];
  const Vec3 u = mesh.positions[b.index()] - mesh.positions[a.index()];
  const Vec3 v = mesh.positions[c.index()] - mesh.positions[a.index()];
  const double length = u.norm();
  corner = {Vec2::Zero(), Vec2(length, 0.0), Vec2::Zero()};
  if (length > 0.0) corner[2] = Vec2(u.dot(v) / length, u.cross(v).norm() / length);
  return corner;
}

RestTriangle make_rest_triangle(const Mesh& mesh, std::size_t t) {
  RestTriangle rest;
  const auto corner = flat_corners(mesh, t, rest.has_material);
  const Vec2 u = corner[1] - corner[0], v = corner[2] - corner[0];
  const double double_area = u.x() * v.y() - u.y() * v.x();
  rest.area = 0.5 * double_area;
  double longest = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec2 &from = corner[k], &to = corner[(k + 1) % 3], &apex = corner[(k + 2) % 3];
    RestTriangle::Side& side = rest.sides[k];
    side.length = (to - from).norm();
    longest = std::max(longest, side.length);
    if (!(side.length > 0.0)) return rest;
    side.height = double_area / side.length;
    side.along = (to - from) / side.length;
    side.outward = Vec2(side.along.y(), -side.along.x());
    side.foot = (apex - 0.5 * (from + to)).dot(side.along);
  }
  const auto& [a, b, c] = mesh.triangles[t];
  rest.usable = a != b && b != c && c != a && double_area > tolerance::kDegenerateRestAreaRatio * longest * longest;
  return rest;
}

std::uint8_t side_of(const Topology& topology, TriangleId t, std::size_t edge) {
  const auto& sides = topology.triangle_edges[t.index()];
  return static_cast<std::uint8_t>(std::find(sides.begin(), sides.end(), EdgeId(edge)) - sides.begin());
}

}  // namespace

std::array<double, 4> Hinges::slope_weights(const Hinge& h) const {
  std::array<double, 4> weights = {0.0, 0.0, 0.0, 0.0};
  for (std::size_t which = 0; which < 2; ++which) {
    const RestTriangle::Side& s = side(h, which);
    const double share_b = 0.5 + foot(h, which) / s.length;  // weight of b at the foot of the height
    weights[0] -= (1.0 - share_b) / s.height;
    weights[1] -= share_b / s.height;
    weights[2 + which] = 1.0 / s.height;
  }
  return weights;
}

Hinges make_hinges(const Mesh& mesh, const Topology& topology) {
  Hinges all;
  all.triangles.resize(mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) all.triangles[t] = make_rest_triangle(mesh, t);
  all.triangle_hinges.assign(mesh.triangles.size(), {-1, -1, -1});

  for (std::size_t e = 0; e < topology.edges.size(); ++e) {
    const auto sharing = topology.edge_triangles[e];
    if (sharing.size() != 2) continue;
    Hinge hinge;
    hinge.triangles = {sharing[0], sharing[1]};
    std::array<std::array<VertexId, 3>, 2> corners;  // from, to, apex
    bool usable = true;
    for (std::size_t i = 0; i < 2; ++i) {
      usable = usable && all.triangles[sharing[i].index()].usable;
      hinge.sides[i] = side_of(topology, sharing[i], e);
      const Triangle& triangle = mesh.triangles[sharing[i].index()];
      for (std::size_t k = 0; k < 3; ++k) corners[i][k] = triangle[(hinge.sides[i] + k) % 3];
    }
    if (!usable || corners[0][2] == corners[1][2]) continue;
    hinge.vertices = {corners[0][0], corners[0][1], corners[0][2], corners[1][2]};
    hinge.same_front = corners[1][0] == corners[0][1];
    for (std::size_t i = 0; i < 2; ++i)
      all.triangle_hinges[sharing[i].index()][hinge.sides[i]] = static_cast<std::int32_t>(all.hinges.size());
    all.hinges.push_back(hinge);
  }
  return all;
}

}  // namespace muslin
