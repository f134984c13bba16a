#pragma once
#include <muslin/model/hinges.hpp>
#include <muslin/model/material.hpp>

namespace muslin {

/// The bending energy of a triangle mesh as a quadratic form in the angles of its hinges,
///   E = ½ Σ_T (θ - θ̄)ᵀ k_T (θ - θ̄),   θ the three hinge angles of triangle T.
/// ShellBending and QuadraticBending both use this discretisation. It approximates
///   ½ ∫ B₁ κ₁₁² + B₂ κ₂₂² + 2 √(B₁B₂) κ₁₂²,
/// where B₁ and B₂ are the rigidities along warp and weft. Bending causes no contraction across, so a strip bends
/// exactly as its rigidity says.
///
/// The simpler energy ½ B |e|²/A θ² per hinge [Grinspun03], A the area of its two triangles, is right on equilateral
/// triangles. On squares with parallel diagonals it is three times too stiff when bent along one diagonal, and right
/// along the other. Instead [Gingold04, Grinspun06]:
///   1. A triangle whose slope at the middle of side k exceeds its own by φ_k has the shape operator S = Σ_k φ_k
///      |e_k|/A n_k n_kᵀ, n_k the outward normal. Each θ is divided between its two triangles, φ = α θ. With α_T +
///      α_U = 1, constant moments do no work on the interior of any mesh; α is chosen to fit constant curvatures best.
///      At a free edge φ is the value that leaves no moment there (it is condensed out of the form).
///   2. Step 1 is right for meshes whose neighbouring triangles are rotated by 180°, but too stiff for all others: 1.5
///      times on squares with alternating diagonals bent at 45°, 1.2 to 1.4 times on jittered meshes. So the k_T are
///      then changed as little as possible, staying positive, until constant curvatures give every hinge the moment |e|
///      m_nn. This is the patch test, and it makes the energy right too. (The method alternates projections onto the
///      right moments and onto the positive forms.)
///   3. A share `uncalibrated_share` of the form of step 1 is kept. Without it, squares with alternating diagonals
///      would have a mode without energy, in which every other vertex moves up.
/// Where no positive form passes the patch test, the stiffness against twist is left too large rather than making any
/// direction too soft: moments that step 1 had right stay right.
///
/// Measured accuracy (tests/property/bending_test.cpp): the tip of a clamped strip of 24 columns sinks like that of the
/// beam within 0.2 % on squares and equilateral triangles, 0.7 % on 3:1 right triangles, and 4 % on a Delaunay mesh of
/// vertices moved at random by up to 0.4 of their spacing (without step 2, it sinks 14 % too little). The energy of a
/// constant curvature in any direction is within 2.5 % on the regular meshes and 7 % on the worst.
///
/// Limits: rectangles a × b with alternating diagonals are (a⁴ + b⁴)/(2a²b²) times too stiff in twist (1.07 for 1.2 :
/// 1, 4.5 for 3 : 1), though not along their sides. Unequal rigidities have the same effect as stretching by (B₁/B₂)^¼:
/// with 10 : 1, irregular meshes are some 10 % too stiff along the weaker direction.
struct BendingForm {
  Hinges hinges;
  /// k_T [N m] for the angles of sides 0-1, 1-2, 2-0, symmetric and positive semidefinite; zero for a side without a
  /// hinge. The sign of an angle is that of its hinge, not that relative to the triangle's front.
  std::vector<Mat3> stiffness;
  /// Error of the moments under constant curvature: root mean square, relative to the right moments [1].
  double patch_error = 0.0;
};

struct BendingFormOptions {
  int sweeps = 30;                   ///< maximum number in step 2; 0 leaves step 1 alone
  double uncalibrated_share = 0.05;  ///< [1] share of step 1 in the result
};

/// Makes the bending form of a mesh. A rigidity of zero counts as a millionth of the other; if both are zero, there is
/// no stiffness. Triangles without material coordinates have √(B₁B₂) in every direction.
[[nodiscard]] BendingForm make_bending_form(const Mesh& mesh, const Topology& topology, const Fabric& fabric,
                                            const BendingFormOptions& options = {});

}  // namespace muslin
