#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace muslin {

/// Lists the entries of the lower triangle of a symmetric matrix, by columns. Each column begins with its diagonal, and
/// its rows ascend.
struct LowerPattern {
  std::vector<std::int32_t> column_begin;  ///< first entry of each column, and the end: size() + 1 numbers
  std::vector<std::int32_t> row;

  [[nodiscard]] std::size_t size() const { return column_begin.empty() ? 0 : column_begin.size() - 1; }
  [[nodiscard]] std::span<const std::int32_t> column(std::size_t j) const {
    return {row.data() + column_begin[j], row.data() + column_begin[j + 1]};
  }
};

/// Contains the order in which the columns of a symmetric matrix are eliminated so that L has few entries (approximate
/// minimum degree), and their dependencies: the parent of a column is the first row that it has in L [Liu90]. Children
/// come before their parents, and each subtree is contiguous.
struct EliminationTree {
  std::vector<std::int32_t> order;   ///< column of the matrix that is eliminated k-th
  std::vector<std::int32_t> place;   ///< inverse of `order`: the k of each column of the matrix
  std::vector<std::int32_t> parent;  ///< parent of the k-th column; -1 if it has none
  std::vector<std::int32_t> count;   ///< number of rows of the k-th column in L, below the diagonal

  EliminationTree() = default;
  explicit EliminationTree(const LowerPattern& pattern);
  [[nodiscard]] std::size_t size() const { return order.size(); }
};

}  // namespace muslin
