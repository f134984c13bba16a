#pragma once
#include <muslin/geometry/mesh.hpp>
#include <string>
#include <vector>

namespace muslin::test {

/// A flat sheet [0, length] × [0, width] in the plane z = 0, material coordinates (x, y).
struct SheetOptions {
  enum class Pattern {
    one_way,           ///< rectangles with parallel diagonals
    alternating,       ///< rectangles with alternating diagonals
    random_diagonals,  ///< rectangles with random diagonals
    equilateral,       ///< rows shifted by half a column
    delaunay,          ///< of jittered vertices
  };
  double length = 1.0, width = 0.5;
  int columns = 12, rows = 6;  ///< rectangles
  Pattern pattern = Pattern::one_way;
  double jitter = 0.0;  ///< largest random move of an inner vertex, relative to the spacing; the rim keeps its shape
  std::uint64_t seed = 1;
};
[[nodiscard]] Mesh make_sheet(const SheetOptions& options);

/// The sheet and its mirror image at x = 0, joined there: bends symmetrically, as if clamped at x = 0.
[[nodiscard]] Mesh mirrored(const Mesh& sheet);

struct NamedSheet {
  std::string name;
  Mesh mesh;
  double energy_tolerance;  ///< of constant curvature, relative
};
/// Triangles of many shapes; on all of them bending must be right. `refine` multiplies columns and rows.
[[nodiscard]] std::vector<NamedSheet> bending_sheets(int refine);

}  // namespace muslin::test
