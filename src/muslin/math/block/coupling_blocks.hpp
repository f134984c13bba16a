#pragma once
#include <muslin/math/block/couplings.hpp>
#include <span>
#include <vector>

namespace muslin {

/// What couplings add to a matrix, Σ (c cᵀ) ⊗ B, above the diagonal and as blocks, as preconditioners read it: many
/// couplings share few pairs of vertices.
class CouplingBlocks {
 public:
  struct Entry {
    std::int32_t column;
    SymmetricBlock block;
  };

  explicit CouplingBlocks(const Couplings& couplings);

  /// Right of the diagonal, columns ascending.
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
    std::vector<std::int32_t> begin = {0};  ///< of each row in `entries`, and the end
    std::vector<Entry> entries;
  };
  class RowSum;

  std::vector<Rows> chunks_;
};

}  // namespace muslin
