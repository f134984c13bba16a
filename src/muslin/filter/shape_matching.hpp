#pragma once
#include <muslin/core/types.hpp>
#include <span>

namespace muslin {

/// The pose of a shape.
struct Placement {
  Mat3 rotation = Mat3::Identity();
  Vec3 centre = Vec3::Zero();

  [[nodiscard]] Vec3 operator()(const Vec3& arm) const { return centre + rotation * arm; }
};

/// The rigid pose that best fits points: min Σ mᵢ |xᵢ - (c + R armᵢ)|². Arms are relative to the centre of mass of the
/// shape. Moving the points to this pose changes neither linear momentum nor angular momentum about the new pose.
[[nodiscard]] Placement match_shape(std::span<const Vec3> arm, std::span<const double> mass, std::span<const Vec3> x);

}  // namespace muslin
