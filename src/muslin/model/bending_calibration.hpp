#pragma once
#include <muslin/model/hinges.hpp>

namespace muslin::detail {

/// Rigidities of one triangle [N m] for the curvatures κ₁₁, κ₂₂ and 2 κ₁₂² in its flat coordinates.
struct TriangleRigidity {
  double warp = 0.0, weft = 0.0, twist = 0.0;
};

/// The linear map from curvatures (κ₁₁, κ₂₂, κ₁₂) in a triangle's flat coordinates to its three hinge angles, for a
/// sheet of that constant curvature: row k for side k, zero where there is no hinge.
[[nodiscard]] Mat3 constant_curvature_angles(const Hinges& hinges, std::size_t triangle);

/// θ = row · (κ_nn, κ_nt, κ_tt) about the hinge, n from its first triangle to its second, t from a to b; the part of it
/// that lies in one of the triangles.
[[nodiscard]] Vec3 triangle_angle_weights(const Hinges& hinges, const Hinge& hinge, std::size_t which);

/// Step 2 of BendingForm: changes `stiffness` (angles as each triangle's own front counts them). `scales`: square roots
/// of the stiffness of each side, by which changes are weighed. Returns the patch error left.
double calibrate_bending(const Hinges& hinges, const std::vector<TriangleRigidity>& rigidities,
                         const std::vector<Vec3>& scales, int sweeps, std::vector<Mat3>& stiffness);

}  // namespace muslin::detail
