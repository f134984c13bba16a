#pragma once
#include <muslin/core/types.hpp>
#include <muslin/math/block/block_pattern.hpp>
#include <muslin/math/block/couplings.hpp>
#include <muslin/math/block/fixed_mask.hpp>
#include <muslin/math/block/halo.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The matrix of an implicit step, symmetric, A = B + Q ⊗ I₃ + C: 3×3 blocks B between the vertices of an element,
/// numbers Q where a wider stencil acts alike on all three coordinates (quadratic bending), and couplings C that come
/// and go. Of B and Q only the upper triangle is stored: the product is bound by memory, and half the matrix is read in
/// half the time.
///
/// Assembly writes each slot, in parallel if it likes: block(slot) is entry (row, column) of B with row ≤ column.
class BlockMatrix {
 public:
  BlockMatrix() : BlockMatrix(BlockPattern(), BlockPattern()) {}
  /// Zero, with these entries. Both patterns have the same vertices.
  BlockMatrix(BlockPattern blocks, BlockPattern scalars);

  [[nodiscard]] std::size_t vertex_count() const { return block_pattern_.vertex_count(); }
  [[nodiscard]] const BlockPattern& block_pattern() const { return block_pattern_; }
  [[nodiscard]] const BlockPattern& scalar_pattern() const { return scalar_pattern_; }

  [[nodiscard]] Mat3& block(std::size_t slot) { return blocks_[slot]; }
  [[nodiscard]] const Mat3& block(std::size_t slot) const { return blocks_[slot]; }
  [[nodiscard]] double& scalar(std::size_t slot) { return scalars_[slot]; }
  [[nodiscard]] double scalar(std::size_t slot) const { return scalars_[slot]; }

  /// Couplings that act beside the blocks; those of before are forgotten. `positions` are where the vertices are, for
  /// preconditioners that cut the matrix into parts: couplings join what is near in space.
  void set_couplings(Couplings couplings, std::vector<Vec3> positions);
  [[nodiscard]] const Couplings& couplings() const { return couplings_; }
  [[nodiscard]] std::span<const Vec3> positions() const { return positions_; }

  /// Diagonal block of A: of B, Q and the couplings together.
  [[nodiscard]] Mat3 diagonal(VertexId i) const;

  /// y = A x. Not on one matrix from two threads at a time: the product works in memory that the matrix owns.
  void multiply(std::span<const Vec3> x, std::span<Vec3> y) const;

  /// y = A x, then y = 0 at fixed vertices; returns xᵀy.
  [[nodiscard]] double multiply_filtered(std::span<const Vec3> x, FixedMask fixed, std::span<Vec3> y) const;

 private:
  void multiply_chunk(std::size_t chunk, const Vec3* x, Vec3* y) const;
  /// What other chunks and couplings add to a row.
  void finish_row(std::size_t i, Vec3& sum) const {
    for (const std::int32_t cell : halo_.cells_of_row(i)) sum += halo_values_[static_cast<std::size_t>(cell)];
    if (!couplings_.empty()) coupling_product_.take_row(i, sum);
  }

  BlockPattern block_pattern_, scalar_pattern_;
  std::vector<Mat3> blocks_;
  std::vector<double> scalars_;
  Couplings couplings_;
  std::vector<Vec3> positions_;
  Halo halo_;
  mutable std::vector<Vec3> halo_values_;  ///< sums for rows of other chunks
  mutable Couplings::Product coupling_product_;
  mutable std::vector<double> chunk_dots_;  ///< one per chunk
};

}  // namespace muslin
