#pragma once
#include <muslin/geometry/mesh.hpp>
#include <string>
#include <vector>

namespace muslin::test {

/// Options of a flat sheet [0, length] × [0, width] in the plane z = 0 with material coordinates (x, y) [m].
struct SheetOptions {
  enum class Pattern {
    one_way,           ///< rectangles with parallel diagonals
    alternating,       ///< rectangles with alternating diagonals
    random_diagonals,  ///< rectangles with random diagonals
    equilateral,       ///< rows shifted by half a column
    delaunay,          ///< Delaunay triangulation of jittered vertices
  };
  double length = 1.0, width = 0.5;
  int columns = 12, rows = 6;  ///< numbers of rectangles
  Pattern pattern = Pattern::one_way;
  double jitter =
      0.0;  ///< largest random displacement of an inner vertex relative to the spacing; the boundary keeps its shape
  std::uint64_t seed = 1;
};
[[nodiscard]] Mesh make_sheet(const SheetOptions& options);

/// Joins the sheet with its mirror image at x = 0. The result bends symmetrically, as if clamped at x = 0.
[[nodiscard]] Mesh mirrored(const Mesh& sheet);

/// A sheet with a name for messages.
struct NamedSheet {
  std::string name;
  Mesh mesh;
  double energy_tolerance;  ///< relative tolerance for the energy of constant curvature
};
/// Returns meshes with triangles of many shapes; bending must be correct on all of them. `refine` multiplies columns
/// and rows.
[[nodiscard]] std::vector<NamedSheet> bending_sheets(int refine);

}  // namespace muslin::test
