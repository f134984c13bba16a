#pragma once
#include <muslin/core/types.hpp>
#include <span>

namespace muslin {

/// The rotation R nearest to A: that which makes tr(RᵀA) largest. A is Σ m (x - x̄)(r - r̄)ᵀ. Flat shapes have an A of
/// rank 2, which decides R as well as rank 3 does [Mueller05]; where A has rank 1 or none, R is one of many.
[[nodiscard]] Mat3 nearest_rotation(const Mat3& a);

/// Where a shape comes to lie.
struct Placement {
  Mat3 rotation = Mat3::Identity();
  Vec3 centre = Vec3::Zero();

  [[nodiscard]] Vec3 operator()(const Vec3& arm) const { return centre + rotation * arm; }
};

/// The rigid motion that takes a shape nearest to where its points are: min Σ mᵢ |xᵢ - (c + R armᵢ)|². Arms are from
/// the centre of mass of the shape. What is lost and gained on the way has no momentum, linear or (about where it comes
/// to lie) angular.
[[nodiscard]] Placement match_shape(std::span<const Vec3> arm, std::span<const double> mass, std::span<const Vec3> x);

}  // namespace muslin
