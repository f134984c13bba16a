#pragma once
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/krylov/prolongation.hpp>
#include <vector>

namespace muslin {

/// Computes the coarse matrix Pᵀ A P: its pattern once, its values repeatedly. Fine rows are cut into ranges by the
/// size of the matrix alone; entries that several ranges add to are summed separately and merged in the order of the
/// ranges.
class GalerkinProduct {
 public:
  GalerkinProduct(const BlockMatrix& fine, const Prolongation& prolongation);

  /// Makes a zero matrix with the pattern of the product. All its values are blocks.
  [[nodiscard]] BlockMatrix make_coarse_matrix() const;

  /// Computes the values. Rows and columns of fixed vertices of the fine matrix are left out. A coarse vertex that acts
  /// on fixed vertices only gets a unit block.
  void compute(const BlockMatrix& fine, const Prolongation& prolongation, FixedMask fixed, BlockMatrix& coarse);

 private:
  void compute_range(const BlockMatrix& fine, const Prolongation& prolongation, FixedMask fixed, std::size_t begin,
                     std::size_t end, BlockMatrix& coarse);
  void find_targets(const BlockMatrix& fine, const Prolongation& prolongation);

  std::size_t range_rows_;
  BlockPattern coarse_pattern_;
  /// For each coarse vertex I of i and each coarse vertex J of the entries of the row (in the order in which they are
  /// met), row i adds a product to coarse entry (I, J). The target is a slot, or a cell; cells are numbered after the
  /// slots.
  std::vector<std::int32_t> target_begin_, targets_;
  std::vector<std::int32_t> cell_slots_;  ///< slot of each cell, in the order of the ranges
  std::vector<Mat3> cells_;
};

}  // namespace muslin
