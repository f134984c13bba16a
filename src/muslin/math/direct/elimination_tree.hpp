#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace muslin {

/// Where a symmetric matrix has entries: its lower triangle, by columns. Each column begins with its diagonal, and its
/// rows ascend.
struct LowerPattern {
  std::vector<std::int32_t> column_begin;  ///< size() + 1
  std::vector<std::int32_t> row;

  [[nodiscard]] std::size_t size() const { return column_begin.empty() ? 0 : column_begin.size() - 1; }
  [[nodiscard]] std::span<const std::int32_t> column(std::size_t j) const {
    return {row.data() + column_begin[j], row.data() + column_begin[j + 1]};
  }
};

/// In which order the columns of a symmetric matrix are eliminated so that L has few entries (approximate minimum
/// degree), and which column waits for which: the parent of a column is the first row that it has in L [Liu90].
/// Children come before their parents, and each subtree is in one piece.
struct EliminationTree {
  std::vector<std::int32_t> order;   ///< which of the matrix' columns is the k-th
  std::vector<std::int32_t> place;   ///< which column comes when
  std::vector<std::int32_t> parent;  ///< of the k-th; -1: none
  std::vector<std::int32_t> count;   ///< of its rows in L, below the diagonal

  EliminationTree() = default;
  explicit EliminationTree(const LowerPattern& pattern);
  [[nodiscard]] std::size_t size() const { return order.size(); }
};

}  // namespace muslin
