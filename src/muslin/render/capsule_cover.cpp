#include <algorithm>
#include <cmath>
#include <muslin/render/capsule_cover.hpp>

namespace muslin {
namespace {

/// Returns the smaller solution of t² + 2 b t + c = 0, if there is one.
std::optional<double> first_root(double b, double c) {
  const double root = b * b - c;
  if (!(root >= 0.0)) return std::nullopt;
  return -b - std::sqrt(root);
}

}  // namespace

std::optional<CapsuleHit> hit_capsule(const Vec3& ray, const Vec3& from, const Vec3& to, double radius) {
  const double ray_length = ray.norm();
  const Vec3 direction = ray / ray_length;
  const Vec3 axis = to - from;
  const double axis_squared = axis.squaredNorm();

  // Intersect the infinite tube, using the components of the ray and of `from` perpendicular to the axis.
  std::optional<double> distance;
  double place = 0.0;  // position along the axis, from 0 to 1
  const double along = axis_squared > 0.0 ? axis.dot(direction) / axis_squared : 0.0;
  const double start = axis_squared > 0.0 ? -axis.dot(from) / axis_squared : 0.0;
  const Vec3 across = direction - along * axis;
  const double across_squared = across.squaredNorm();
  if (axis_squared > 0.0 && across_squared > 1e-12) {
    const Vec3 offset = -from - start * axis;
    distance =
        first_root(across.dot(offset) / across_squared, (offset.squaredNorm() - radius * radius) / across_squared);
    if (!distance) return std::nullopt;
    place = start + *distance * along;
  }

  // Beyond an end, or along the axis, take the nearer of the two balls.
  if (!distance || !(place >= 0.0 && place <= 1.0)) {
    distance.reset();
    for (const Vec3* end : {&from, &to}) {
      const auto t = first_root(-direction.dot(*end), end->squaredNorm() - radius * radius);
      if (!t || (distance && *distance <= *t)) continue;
      distance = t;
      place = end == &from ? 0.0 : 1.0;
    }
  }
  if (!distance || !(*distance > 0.0)) return std::nullopt;
  const Vec3 normal = *distance * direction - (from + place * axis);
  return CapsuleHit{*distance / ray_length, normal.normalized()};
}

}  // namespace muslin
