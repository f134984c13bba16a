#pragma once
#include <muslin/core/types.hpp>
#include <muslin/math/block_pattern.hpp>
#include <muslin/math/coupling.hpp>
#include <muslin/math/halo.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Vertices whose value is prescribed: nonzero means fixed. An empty span: all are free.
using FixedMask = std::span<const std::uint8_t>;

[[nodiscard]] inline bool is_fixed(FixedMask fixed, std::size_t i) { return !fixed.empty() && fixed[i] != 0; }

/// The matrix of an implicit step, symmetric, A = B + Q ⊗ I₃: 3×3 blocks B between the vertices of an element, and
/// numbers Q where a wider stencil acts alike on all three coordinates (quadratic bending). Only the upper triangle is
/// stored: the product is bound by memory, and half the matrix is read in half the time.
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

  /// Adds couplings to what has been assembled; those of before are forgotten. Where all free vertices of one are
  /// neighbours in the pattern (the other element is fixed) it goes into the blocks, else it is kept beside them, where
  /// preconditioners do not see it.
  void set_couplings(std::span<const Coupling> couplings, FixedMask fixed);
  /// Are there any beside the blocks?
  [[nodiscard]] bool has_loose_couplings() const { return !loose_couplings_.empty(); }

  /// Diagonal block of A: of B and Q together.
  [[nodiscard]] Mat3 diagonal(VertexId i) const;

  /// y = A x. Not on one matrix from two threads at a time: the product works in memory that the matrix owns.
  void multiply(std::span<const Vec3> x, std::span<Vec3> y) const;

  /// y = A x, then y = 0 at fixed vertices; returns xᵀy.
  [[nodiscard]] double multiply_filtered(std::span<const Vec3> x, FixedMask fixed, std::span<Vec3> y) const;

 private:
  /// Where the blocks of a coupling go; false if one of them has no place.
  [[nodiscard]] bool find_slots(const Coupling& coupling, FixedMask fixed);
  /// y += what the loose couplings do; returns xᵀ of that.
  double add_loose_couplings(std::span<const Vec3> x, std::span<Vec3> y) const;
  void multiply_chunk(std::size_t chunk, const Vec3* x, Vec3* y) const;

  BlockPattern block_pattern_, scalar_pattern_;
  std::vector<Mat3> blocks_;
  std::vector<double> scalars_;
  std::vector<Coupling> loose_couplings_;
  struct HeldCoupling {
    Coupling coupling;
    std::array<std::uint8_t, 4> fixed;
  };
  std::vector<HeldCoupling> held_couplings_;  ///< in the blocks, but for what fixed vertices do to the others
  struct SlotTerm {
    std::size_t slot;
    double weight;
  };
  std::vector<SlotTerm> slot_terms_;  ///< memory of find_slots
  Halo halo_;
  mutable std::vector<Vec3> halo_values_;   ///< sums for rows of other chunks
  mutable std::vector<double> chunk_dots_;  ///< one per chunk
};

}  // namespace muslin
