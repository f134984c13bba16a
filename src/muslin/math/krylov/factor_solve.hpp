#pragma once
#include <cstddef>
#include <cstdint>

namespace muslin {

/// Solves L D Lᵀ z = r for one part of an incomplete factor in single precision. Blocks have nine numbers, stored by
/// columns, and vectors four, of which the last has no meaning: a register of the processor holds one column, or one
/// vector. The array of blocks therefore has three numbers more than its blocks, which are read but have no effect.
struct FactorSolve {
  std::size_t rows;
  const std::int32_t* row_begin;  ///< first entry of each row right of the diagonal, and the end
  const std::int32_t* columns;    ///< by entry
  const float* upper;             ///< blocks of Lᵀ, by entry
  const float* inverse_pivots;    ///< blocks of D⁻¹, by row
  float* vectors;                 ///< r on entry, with 0 as fourth numbers; z on return. Aligned to 16 bytes.

  /// Uses the vector unit in use.
  void solve() const;
};

}  // namespace muslin
