#pragma once
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/qp/qp_row.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The inverse of the least eigenvalue of each vertex's own block; 0: fixed, or nothing holds it.
[[nodiscard]] std::vector<double> vertex_compliance(const BlockMatrix& matrix, FixedMask fixed);

/// How much a multiplier of 1 changes the value of its own row, as if its vertices were alone, and as soft in all
/// directions as they are in the softest: along a stiff sheet a vertex alone hardly moves, but it is not alone.
[[nodiscard]] inline double row_mobility(const QpRow& row, std::span<const double> compliance) {
  double sum = 0.0;
  for (std::size_t a = 0; a < 4; ++a)
    if (row.vertex[a].valid()) sum += compliance[row.vertex[a].index()] * row.gradient[a].squaredNorm();
  return sum;
}

}  // namespace muslin
