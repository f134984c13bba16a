#pragma once
#include <muslin/math/block/couplings.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Stores the matrix of couplings, Σ (c cᵀ) ⊗ B, above the diagonal as blocks for preconditioners. Many couplings share
/// few pairs of vertices.
class CouplingBlocks {
 public:
  struct Entry {
    std::int32_t column;
    SymmetricBlock block;
  };

  explicit CouplingBlocks(const Couplings& couplings);

  /// Returns the entries of row i right of the diagonal, with ascending columns.
  [[nodiscard]] std::span<const Entry> row(std::size_t i) const {
    if (chunks_.empty()) return {};
    const Rows& rows = chunks_[i / kChunkRows];
    const std::size_t k = i % kChunkRows;
    return std::span(rows.entries)
        .subspan(static_cast<std::size_t>(rows.begin[k]), static_cast<std::size_t>(rows.begin[k + 1] - rows.begin[k]));
  }

 private:
  static constexpr std::size_t kChunkRows = 1024;
  struct Rows {
    std::vector<std::int32_t> begin = {0};  ///< first entry of each row, and the end
    std::vector<Entry> entries;
  };
  class RowSum;

  std::vector<Rows> chunks_;
};

}  // namespace muslin
