#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/model.hpp>
#include <muslin/model/material_space.hpp>

namespace muslin {
namespace {

/// Lays a triangle flat, with its first corner at the origin and its first side along the first axis.
MaterialCorners flattened(const Vec3& p0, const Vec3& p1, const Vec3& p2) {
  const Vec3 side = p1 - p0, other = p2 - p0;
  const double length = side.norm();
  if (length == 0.0) return {Vec2::Zero(), Vec2::Zero(), Vec2(other.norm(), 0.0)};
  return {Vec2::Zero(), Vec2(length, 0.0), Vec2(side.dot(other) / length, side.cross(other).norm() / length)};
}

}  // namespace

MaterialCorners material_corners(const Mesh& mesh, TriangleId t) {
  if (!mesh.material_corners.empty()) {
    const auto& corners = mesh.material_corners[t.index()];
    if (corners[0] >= 0) {
      const auto at = [&](std::size_t a) { return mesh.material[static_cast<std::size_t>(corners[a])]; };
      return {at(0), at(1), at(2)};
    }
  }
  const Triangle& triangle = mesh.triangles[t.index()];
  const auto at = [&](std::size_t a) { return mesh.positions[triangle[a].index()]; };
  return flattened(at(0), at(1), at(2));
}

double doubled_area(const MaterialCorners& corners) {
  const Vec2 side = corners[1] - corners[0], other = corners[2] - corners[0];
  return side.x() * other.y() - side.y() * other.x();
}

bool spans_area(const MaterialCorners& corners) {
  const double longest = std::max({(corners[1] - corners[0]).squaredNorm(), (corners[2] - corners[1]).squaredNorm(),
                                   (corners[0] - corners[2]).squaredNorm()});
  const double area = std::abs(doubled_area(corners));
  // A NaN in any corner makes every comparison false.
  return std::isfinite(longest) && area > tolerance::kDegenerateMaterialHeightRatio * longest;
}

}  // namespace muslin
