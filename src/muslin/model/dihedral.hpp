#pragma once
#include <array>
#include <muslin/core/types.hpp>

namespace muslin {

/// The positions of two triangles that share an edge: its ends a and b, then the opposite vertex c of the first
/// triangle (a, b, c) and the opposite vertex d of the second (b, a, d).
///
/// The angle θ between the triangles [rad] is 0 where they are flat, positive where they fold towards the side from
/// which a, b, c runs counter-clockwise, and ±π where they lie on each other. It jumps at ±π, which a sheet that does
/// not pass through itself never crosses.
using HingePositions = std::array<Vec3, 4>;

/// Returns θ [rad]. It is finite for any finite positions, and 0 if a triangle has no area.
[[nodiscard]] double dihedral_angle(const HingePositions& x);

struct DihedralGradient {
  double angle = 0.0;
  /// ∂θ/∂x for a, b, c, d [1/m]. Their sum and their torque vanish, so forces along them conserve linear and angular
  /// momentum.
  std::array<Vec3, 4> gradient = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
};

/// Returns the angle and its gradient. The gradient grows like 1/height as a triangle collapses. If the doubled area of
/// a triangle is below its `min_double_areas` [m²], the whole gradient is scaled down, so that it stays bounded,
/// conserves both momenta, and vanishes with the area.
[[nodiscard]] DihedralGradient dihedral_gradient(const HingePositions& x,
                                                 const std::array<double, 2>& min_double_areas);

/// Returns ∂²θ/∂x² in the order a, b, c, d; both triangles must have area [Tamstorf13].
[[nodiscard]] Eigen::Matrix<double, 12, 12> dihedral_hessian(const HingePositions& x);

}  // namespace muslin
