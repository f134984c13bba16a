#pragma once
#include <muslin/core/types.hpp>
#include <muslin/math/coupling.hpp>
#include <muslin/math/fixed_mask.hpp>
#include <span>
#include <vector>

namespace muslin {

/// What many couplings add to a matrix, Σ (c cᵀ) ⊗ B, as blocks with a pattern of their own that changes from step to
/// step. Many pairs of elements share few pairs of vertices, so this is several times smaller than the couplings, and
/// preconditioners can read it. Both triangles are stored, so that a product goes row by row. Rows of fixed vertices
/// are empty.
class CouplingBlocks {
 public:
  struct Entry {
    std::int32_t column;
    SymmetricBlock block;
  };

  CouplingBlocks() = default;
  CouplingBlocks(std::size_t vertices, std::span<const Coupling> couplings, FixedMask fixed);

  [[nodiscard]] bool empty() const { return chunks_.empty(); }
  /// Columns ascending.
  [[nodiscard]] std::span<const Entry> row(std::size_t i) const {
    const Rows& rows = chunks_[i / kChunkRows];
    const std::size_t k = i % kChunkRows;
    return std::span(rows.entries)
        .subspan(static_cast<std::size_t>(rows.begin[k]), static_cast<std::size_t>(rows.begin[k + 1] - rows.begin[k]));
  }
  /// sum += row i times x
  void add_row_product(std::size_t i, std::span<const Vec3> x, Vec3& sum) const {
    for (const Entry& entry : row(i)) entry.block.add_product(x[static_cast<std::size_t>(entry.column)], sum);
  }
  /// Entry (i, i).
  [[nodiscard]] Mat3 diagonal(std::size_t i) const;

 private:
  static constexpr std::size_t kChunkRows = 1024;
  struct Rows {
    std::vector<std::int32_t> begin = {0};  ///< of each row in `entries`, and the end
    std::vector<Entry> entries;
  };
  class RowSum;

  std::vector<Rows> chunks_;
};

}  // namespace muslin
