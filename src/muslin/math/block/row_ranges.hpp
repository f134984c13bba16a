#pragma once
#include <algorithm>
#include <cstddef>

namespace muslin {

/// Returns the number of rows per range when a matrix of n rows is cut for a parallel loop. The ranges are nearly equal
/// and have at most `rows` rows, and their number is even, so that two threads get equal work; but there are never more
/// than `most` ranges. The result depends on nothing else, in particular not on the number of threads.
[[nodiscard]] constexpr std::size_t balanced_range_rows(std::size_t n, std::size_t rows, std::size_t most) {
  std::size_t ranges = std::max<std::size_t>(1, (n + rows - 1) / rows);
  if (ranges > 1) ranges = std::min(most, ranges + ranges % 2);
  return std::max<std::size_t>(1, (n + ranges - 1) / ranges);
}

}  // namespace muslin
