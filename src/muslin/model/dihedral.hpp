#pragma once
#include <array>
#include <muslin/core/types.hpp>

namespace muslin {

/// Two triangles that share an edge: its ends a and b, then the vertex c opposite in the first triangle (a, b, c) and d
/// opposite in the second (b, a, d).
///
/// The angle θ between them is 0 where they are flat, positive where they fold towards the side from which a, b, c runs
/// counter-clockwise, ±π where they lie on each other [rad]. It jumps at ±π, which a sheet that does not pass through
/// itself never crosses.
using HingePositions = std::array<Vec3, 4>;

/// Finite for any finite positions; 0 where a triangle has no area.
[[nodiscard]] double dihedral_angle(const HingePositions& x);

struct DihedralGradient {
  double angle = 0.0;
  /// ∂θ/∂x for a, b, c, d [1/m]. Their sum and their torque vanish, so forces along them keep both momenta.
  std::array<Vec3, 4> gradient = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
};

/// The gradient grows like 1/height as a triangle collapses. Where one has less than `min_double_areas` [m²], the
/// whole gradient is scaled down so that it stays bounded, keeps the momenta, and vanishes with the area.
[[nodiscard]] DihedralGradient dihedral_gradient(const HingePositions& x,
                                                 const std::array<double, 2>& min_double_areas);

/// ∂²θ/∂x² in the order a, b, c, d; both triangles must have area [Tamstorf13].
[[nodiscard]] Eigen::Matrix<double, 12, 12> dihedral_hessian(const HingePositions& x);

}  // namespace muslin
