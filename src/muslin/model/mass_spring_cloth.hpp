#pragma once
#include <muslin/core/result.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/model/bend_springs.hpp>
#include <muslin/model/material.hpp>
#include <muslin/model/material_space.hpp>
#include <muslin/model/springs.hpp>
#include <vector>

namespace muslin {

/// A sheet made of springs: one along every edge, and one across every inner edge, between the opposite vertices.
struct MassSpringCloth {
  std::vector<Spring> edges;      ///< structural and shear springs
  std::vector<BendSpring> bends;  ///< bend springs
};

/// Makes springs that stretch, shear and bend approximately as the fabric does.
///
/// *Along the edges.* A triangle of area A gives each of its sides, of length l, the stiffness p A/l² [vanGelder98],
/// with p [N/m] the modulus of side per area. Springs have only one constant for both shear and contraction across,
/// c12 = c66 (Cauchy), so the fabric's `shear` is kept and its `poisson` is not.
///   - Triangles with one side along warp and one along weft, as in a grid: a third side at the angle θ gets
///     p = c66/(cos θ sin θ)², and the two yarns get the remainder of the moduli. With alternating diagonals, a grid
///     has the fabric's `stretch_warp`, `stretch_weft` and `shear`. With all diagonals parallel, a free strip along
///     warp is softer, by about shear·cot²θ, at most by half. Yarns keep at least half of the stretch, so fabrics as
///     stiff in shear as in stretch are too soft in shear on cells that are not square.
///   - Other triangles: p ≥ 0 is the nearest to the fabric's tensor in proportion, and equals it in its sum. For an
///     isotropic fabric whose Poisson's ratio is 1/3, the equilateral triangle gets the stiffness of [vanGelder98], and
///     a mesh of other triangles gets its moduli. Three springs along their sides cannot be soft in shear, so woven
///     cloth on a mesh without yarns shears too stiffly with any springs. Use Membrane there.
///
/// *Across the edges.* The two triangles at an edge form a strip of length L, the rest distance of their opposite
/// vertices when flat, and of rigidity 8/9 B(θ) (A₁ + A₂)/L with B(θ) = bending_warp cos²θ + bending_weft sin²θ. This
/// is right for bending in any direction on equilateral triangles; a square grid with alternating diagonals is stiffer
/// by a ninth. Before it buckles, a strip resists compression as the fabric resists stretch, with the modulus k. So
/// curvatures below about 16 √(B/k)/L² are resisted too little, and a finer mesh has more of them: with cells of 5 mm
/// and the default fabric, radii beyond some 10 cm. Bending elements on hinges have no such limit.
///
/// Rest shapes are those of material_corners(), so sewn parts fit. An Error names the first triangle without area.
[[nodiscard]] Result<MassSpringCloth> make_mass_spring_cloth(const Mesh& mesh, const Fabric& fabric);

/// Returns p of the sides 0-1, 1-2, 2-0 of a triangle that spans_area() [N/m].
[[nodiscard]] std::array<double, 3> side_moduli(const MaterialCorners& corners, const Fabric& fabric);

}  // namespace muslin
