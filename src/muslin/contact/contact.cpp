#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/contact/contact.hpp>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/core/tolerances/contact.hpp>
#include <optional>

namespace muslin {
namespace {

/// Returns v/|v| for lengths from the smallest number to the largest. The vector is scaled first, so that no square
/// underflows or overflows.
std::optional<Vec3> unit(const Vec3& v) {
  const double scale = v.cwiseAbs().maxCoeff();
  if (!(scale > 0) || !v.allFinite()) return std::nullopt;
  const Vec3 scaled = v / scale;
  return scaled / scaled.norm();
}

/// Returns the normal of the plane of two directions, if they are not parallel.
std::optional<Vec3> plane_normal(const Vec3& d1, const Vec3& d2) {
  const auto u1 = unit(d1), u2 = unit(d2);
  if (!u1 || !u2) return std::nullopt;
  const Vec3 normal = u1->cross(*u2);
  if (!(normal.squaredNorm() > tolerance::kDegeneratePlaneSineSquared)) return std::nullopt;
  return normal.normalized();
}

/// Returns a unit vector perpendicular to the given one.
Vec3 across(const Vec3& direction) {
  Eigen::Index axis = 0;
  direction.cwiseAbs().minCoeff(&axis);
  return (Vec3::Unit(axis) - direction[axis] * direction).normalized();
}

Vec3 normal_without_gap(StencilKind kind, const std::array<Vec3, 4>& x) {
  const Vec3 first = x[1] - x[0];
  Vec3 second = Vec3::Zero();
  if (kind == StencilKind::vertex_triangle) second = x[2] - x[0];
  if (kind == StencilKind::edge_edge) second = x[3] - x[2];
  if (const auto normal = plane_normal(first, second)) return *normal;
  const bool first_is_longer = first.cwiseAbs().maxCoeff() >= second.cwiseAbs().maxCoeff();
  for (const Vec3& edge : {first_is_longer ? first : second, first_is_longer ? second : first})
    if (const auto direction = unit(edge)) return across(*direction);
  return Vec3::UnitZ();
}

}  // namespace

Contact make_contact(StencilKind kind, const std::array<VertexId, 4>& vertex, const std::array<Vec3, 4>& position,
                     const StencilGap& nearest, double time) {
  Contact contact{.vertex = vertex, .weight = nearest.weight, .time = time, .kind = kind};
  if (kind == StencilKind::vertex_edge) contact.vertex[2] = vertex[0];
  const auto normal = unit(nearest.gap);
  contact.normal = normal ? *normal : normal_without_gap(kind, position);
  return contact;
}

Contact make_contact(StencilKind kind, const std::array<VertexId, 4>& vertex, const std::array<Vec3, 4>& position,
                     double time) {
  return make_contact(kind, vertex, position, closest_points(kind, position), time);
}

}  // namespace muslin
