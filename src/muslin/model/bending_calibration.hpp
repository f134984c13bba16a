#pragma once
#include <muslin/model/hinges.hpp>

namespace muslin::detail {

/// The rigidities of one triangle [N m] for the curvatures κ₁₁, κ₂₂ and 2 κ₁₂² in its flat coordinates.
struct TriangleRigidity {
  double warp = 0.0, weft = 0.0, twist = 0.0;
};

/// Returns the linear map from curvatures (κ₁₁, κ₂₂, κ₁₂) in a triangle's flat coordinates to its three hinge angles,
/// for a sheet of that constant curvature. Row k belongs to side k and is zero if that side has no hinge.
[[nodiscard]] Mat3 constant_curvature_angles(const Hinges& hinges, std::size_t triangle);

/// Returns the weights w in θ = w · (κ_nn, κ_nt, κ_tt) about the hinge, where n points from its first triangle to its
/// second and t from a to b. They give the part of θ that lies in one of the triangles.
[[nodiscard]] Vec3 triangle_angle_weights(const Hinges& hinges, const Hinge& hinge, std::size_t which);

/// Performs step 2 of BendingForm: it changes `stiffness`, with angles counted relative to each triangle's own front.
/// `scales` holds the square roots of the stiffness of each side, which weight the changes. Returns the remaining patch
/// error.
double calibrate_bending(const Hinges& hinges, const std::vector<TriangleRigidity>& rigidities,
                         const std::vector<Vec3>& scales, int sweeps, std::vector<Mat3>& stiffness);

}  // namespace muslin::detail
