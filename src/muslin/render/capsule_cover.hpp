#pragma once
#include <muslin/core/types.hpp>
#include <optional>

namespace muslin {

/// The point at which a ray enters a tube with round ends.
struct CapsuleHit {
  double depth = 0.0;          ///< the point is eye + depth·ray
  Vec3 normal = Vec3::Zero();  ///< outward unit normal
};

/// Intersects a ray with a tube. `from` and `to` are the ends of its axis relative to the eye. A tube without length is
/// a sphere. Returns no value if the ray misses the tube or starts inside it.
[[nodiscard]] std::optional<CapsuleHit> hit_capsule(const Vec3& ray, const Vec3& from, const Vec3& to, double radius);

}  // namespace muslin
