#pragma once
#include <algorithm>
#include <cstddef>

namespace muslin {

/// Rows of each range when a matrix of n rows is cut for a parallel loop: nearly equal ranges of at most `rows` rows
/// and an even number of them, so that two threads have the same to do; but never more than `most` ranges. Depends on
/// nothing else, least of all on the number of threads.
[[nodiscard]] constexpr std::size_t balanced_range_rows(std::size_t n, std::size_t rows, std::size_t most) {
  std::size_t ranges = std::max<std::size_t>(1, (n + rows - 1) / rows);
  if (ranges > 1) ranges = std::min(most, ranges + ranges % 2);
  return std::max<std::size_t>(1, (n + ranges - 1) / ranges);
}

}  // namespace muslin
