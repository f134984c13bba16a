#pragma once
#include <muslin/model/fabric.hpp>
#include <muslin/model/hinges.hpp>

namespace muslin {

/// Bending energy of a triangle mesh as a quadratic form in the angles of its hinges,
///   E = ½ Σ_T (θ - θ̄)ᵀ k_T (θ - θ̄),   θ the three hinge angles of triangle T,
/// the one discretisation behind ShellBending and QuadraticBending. It stands for
///   ½ ∫ B₁ κ₁₁² + B₂ κ₂₂² + 2 √(B₁B₂) κ₁₂²,
/// B₁, B₂ the rigidities along warp and weft: nothing contracts across, so that a strip bends as its rigidity says.
///
/// Why not ½ B |e|²/A θ² per hinge [Grinspun03], A the area of its two triangles: right on equilateral triangles, it is
/// three times too stiff on squares with parallel diagonals bent along one diagonal, and right along the other. Instead
/// [Gingold04, Grinspun06]:
/// 1. A triangle whose slope at the middle of side k exceeds its own by φ_k has the shape operator
///    S = Σ_k φ_k |e_k|/A n_k n_kᵀ, n_k the outward normal. Each θ is shared out between its two triangles, φ = α θ.
///    α_T + α_U = 1 makes constant moments do no work on anything inside, whatever the mesh; α is that which fits
///    constant curvatures best. At a free edge φ is the one that leaves no moment there (condensed out of the form).
/// 2. Right for meshes whose neighbouring triangles are turned by 180°, this is too stiff for all others: 1.5 times on
///    squares with alternating diagonals bent at 45°, 1.2 to 1.4 times on jittered meshes. So the k_T are then changed,
///    as little as possible and staying positive, until constant curvatures give every hinge the moment |e| m_nn: the
///    patch test, and with it the energy. (Projections in turn on the right moments and on the positive forms.)
/// 3. `uncalibrated_share` of the form of step 1 stays: with none of it, squares with alternating diagonals would have
/// a mode
///    without energy, every other vertex up.
/// Where no positive form passes the patch test, stiffness against twist is left too large rather than any direction
/// too soft: moments that step 1 had right stay right.
///
/// Measured (tests/property/bending_test.cpp): the tip of a clamped strip of 24 columns sinks as the beam's within 0.2
/// % on squares and equilateral triangles, 0.7 % on 3:1 right triangles, 4 % on a Delaunay mesh of vertices moved at
/// random by up to 0.4 of their spacing (without step 2: 14 % too little). Energy of a constant curvature in any
/// direction: within 2.5 % on the regular ones, 7 % on the worst. Limits: rectangles a × b with alternating diagonals
/// are (a⁴ + b⁴)/(2a²b²) times too stiff in twist (1.07 for 1.2 : 1, 4.5 for 3 : 1), though not along their sides;
/// unequal rigidities do the same as stretching by (B₁/B₂)^¼: with 10 : 1, irregular meshes are some 10 % too stiff
/// along the weaker.
struct BendingForm {
  Hinges hinges;
  /// k_T [N m] for the angles of sides 0-1, 1-2, 2-0, symmetric and positive semidefinite; zero where there is no
  /// hinge. Angles count as their hinge counts them, not as the triangle's front would.
  std::vector<Mat3> stiffness;
  /// Mismatch of the moments under constant curvature, root mean square relative to what they should be [1].
  double patch_error = 0.0;
};

struct BendingFormOptions {
  int sweeps = 30;                   ///< of step 2, at most; 0: step 1 alone
  double uncalibrated_share = 0.05;  ///< [1] of step 1
};

/// A rigidity of zero counts as a millionth of the other; both zero: no stiffness. Triangles without material
/// coordinates have √(B₁B₂) in every direction.
[[nodiscard]] BendingForm make_bending_form(const Mesh& mesh, const Topology& topology, const Fabric& fabric,
                                            const BendingFormOptions& options = {});

}  // namespace muslin
