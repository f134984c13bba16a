#pragma once
#include <muslin/core/types.hpp>
#include <optional>

namespace muslin {

/// Where a ray enters a tube with round ends.
struct CapsuleHit {
  double depth = 0.0;          ///< the point is eye + depth·ray
  Vec3 normal = Vec3::Zero();  ///< outwards, of length 1
};

/// `from` and `to`, the ends of the axis, are seen from the eye. A tube without length is a sphere. Nothing where the
/// ray misses it, or starts inside.
[[nodiscard]] std::optional<CapsuleHit> hit_capsule(const Vec3& ray, const Vec3& from, const Vec3& to, double radius);

}  // namespace muslin
