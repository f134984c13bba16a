#pragma once
#include <Eigen/Geometry>
#include <array>
#include <muslin/core/types.hpp>

namespace muslin {

/// Returns the signed volume V of the tetrahedron x₀x₁x₂x₃ [m³]. It is positive if x₃ is on the side to which the
/// normal of x₀x₁x₂ points.
[[nodiscard]] inline double signed_volume(const std::array<Vec3, 4>& x) {
  const Vec3 a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
  return a.cross(b).dot(c) / 6.0;
}

/// Returns ∂V/∂xᵢ [m²]: a third of the area of the opposite face, along its inward normal [Sifakis08 (3)]. The formula
/// divides by no length, so tetrahedra without volume or with zero-length edges are harmless. The gradients sum to zero
/// up to rounding.
[[nodiscard]] inline std::array<Vec3, 4> volume_gradient(const std::array<Vec3, 4>& x) {
  const Vec3 a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
  const Vec3 g1 = b.cross(c) / 6.0, g2 = c.cross(a) / 6.0, g3 = a.cross(b) / 6.0;
  return {-(g1 + g2 + g3), g1, g2, g3};
}

}  // namespace muslin
