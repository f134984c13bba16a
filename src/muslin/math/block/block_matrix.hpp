#pragma once
#include <muslin/core/types.hpp>
#include <muslin/math/block/block_pattern.hpp>
#include <muslin/math/block/couplings.hpp>
#include <muslin/math/block/fixed_mask.hpp>
#include <muslin/math/block/halo.hpp>
#include <muslin/math/block/padded_vector.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The symmetric matrix of an implicit step, A = B + Q ⊗ I₃ + C. B consists of 3×3 blocks between the vertices of an
/// element, Q of numbers where a wider stencil acts alike on all three coordinates (quadratic bending), and C of
/// couplings that come and go. Only the upper triangle of B and Q is stored: the product is bound by memory bandwidth,
/// and half the matrix is read in half the time.
///
/// Assembly writes each slot and may do so in parallel: block(slot) is entry (row, column) of B with row ≤ column.
class BlockMatrix {
 public:
  BlockMatrix() : BlockMatrix(BlockPattern(), BlockPattern()) {}
  /// Makes a zero matrix with these entries. Both patterns have the same vertices.
  BlockMatrix(BlockPattern blocks, BlockPattern scalars);

  [[nodiscard]] std::size_t vertex_count() const { return block_pattern_.vertex_count(); }
  [[nodiscard]] const BlockPattern& block_pattern() const { return block_pattern_; }
  [[nodiscard]] const BlockPattern& scalar_pattern() const { return scalar_pattern_; }

  [[nodiscard]] Mat3& block(std::size_t slot) { return blocks_[slot]; }
  [[nodiscard]] const Mat3& block(std::size_t slot) const { return blocks_[slot]; }
  [[nodiscard]] double& scalar(std::size_t slot) { return scalars_[slot]; }
  [[nodiscard]] double scalar(std::size_t slot) const { return scalars_[slot]; }

  /// Replaces the couplings that act in addition to the blocks. `positions` are those of the vertices; preconditioners
  /// that cut the matrix into parts use them, because couplings join vertices that are near in space.
  void set_couplings(Couplings couplings, std::vector<Vec3> positions);
  [[nodiscard]] const Couplings& couplings() const { return couplings_; }
  [[nodiscard]] std::span<const Vec3> positions() const { return positions_; }

  /// Returns the diagonal block of A, the sum over B, Q and the couplings.
  [[nodiscard]] Mat3 diagonal(VertexId i) const;

  /// Computes y = A x. Two threads must not call this on one matrix at a time: the product works in memory that the
  /// matrix owns.
  void multiply(std::span<const Vec3> x, std::span<Vec3> y) const;

  /// Computes y = A x, sets y = 0 at fixed vertices, and returns xᵀy.
  [[nodiscard]] double multiply_filtered(std::span<const Vec3> x, FixedMask fixed, std::span<Vec3> y) const;

 private:
  /// Multiplies x with the blocks, the numbers and the couplings; finished_row() adds up the results.
  void multiply_elements(std::span<const Vec3> x) const;
  [[nodiscard]] Vec3 finished_row(std::size_t i) const {
    Vec3 sum = product_[i].vector();
    for (const std::int32_t cell : halo_.cells_of_row(i)) sum += halo_values_[static_cast<std::size_t>(cell)].vector();
    if (!couplings_.empty()) coupling_product_.take_row(i, sum);
    return sum;
  }

  BlockPattern block_pattern_, scalar_pattern_;
  std::vector<Mat3> blocks_;  ///< one per slot, and a last one that is zero: a product may read beyond a block
  std::vector<double> scalars_;
  Couplings couplings_;
  std::vector<Vec3> positions_;
  Halo halo_;
  mutable std::vector<PaddedVector> factor_, product_;  ///< x, and what each chunk of rows adds to its own rows
  mutable std::vector<PaddedVector> halo_values_;       ///< what chunks add to rows of other chunks
  mutable Couplings::Product coupling_product_;
  mutable std::vector<double> chunk_dots_;  ///< dot products, one per chunk
};

}  // namespace muslin
