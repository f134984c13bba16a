#pragma once
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/qp/qp_row.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Returns the inverse of the smallest eigenvalue of each vertex's own block, or 0 if the vertex is fixed or has no
/// stiffness.
[[nodiscard]] std::vector<double> vertex_compliance(const BlockMatrix& matrix, FixedMask fixed);

/// Returns the change of a row's value per unit of its own multiplier, as if its vertices were independent and as soft
/// in all directions as in the softest. Along a stiff sheet an independent vertex would hardly move, but the sheet
/// moves with it.
[[nodiscard]] inline double row_mobility(const QpRow& row, std::span<const double> compliance) {
  double sum = 0.0;
  for (std::size_t a = 0; a < 4; ++a)
    if (row.vertex[a].valid()) sum += compliance[row.vertex[a].index()] * row.gradient[a].squaredNorm();
  return sum;
}

}  // namespace muslin
