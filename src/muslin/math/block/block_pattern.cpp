#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/math/block/block_pattern.hpp>

namespace muslin {

BlockPattern::BlockPattern(std::size_t vertices, std::span<const VertexPair> pairs) : begin_(vertices + 1, 0) {
  // Entries are counted, filled in and sorted row by row, which avoids a sort over all pairs.
  std::vector<std::int32_t> next(vertices + 1, 0);
  for (std::size_t i = 0; i < vertices; ++i) next[i + 1] = 1;
  for (const auto& [a, b] : pairs) {
    MUSLIN_ASSERT(a.valid() && b.valid() && a.index() < vertices && b.index() < vertices);
    ++next[std::min(a, b).index() + 1];
  }
  for (std::size_t i = 0; i < vertices; ++i) next[i + 1] += next[i];
  std::vector<VertexId> all(static_cast<std::size_t>(next[vertices]));
  const std::vector<std::int32_t> first = next;
  for (std::size_t i = 0; i < vertices; ++i) all[static_cast<std::size_t>(next[i]++)] = VertexId(i);
  for (const auto& [a, b] : pairs) all[static_cast<std::size_t>(next[std::min(a, b).index()]++)] = std::max(a, b);

  for (std::size_t i = 0; i < vertices; ++i) {
    const auto begin = all.begin() + first[i], end = all.begin() + first[i + 1];
    std::sort(begin, end);
    columns_.insert(columns_.end(), begin, std::unique(begin, end));
    begin_[i + 1] = static_cast<std::int32_t>(columns_.size());
  }
  columns_.shrink_to_fit();
  rows_.resize(columns_.size());
  for (std::size_t i = 0; i < vertices; ++i)
    std::fill(rows_.begin() + begin_[i], rows_.begin() + begin_[i + 1], VertexId(i));
}

std::optional<std::size_t> BlockPattern::find(VertexId i, VertexId j) const {
  const std::size_t row = std::min(i, j).index();
  const VertexId column = std::max(i, j);
  MUSLIN_ASSERT(column.index() < vertex_count());
  const auto begin = columns_.begin() + begin_[row], end = columns_.begin() + begin_[row + 1];
  const auto it = std::lower_bound(begin, end, column);
  if (it == end || *it != column) return std::nullopt;
  return static_cast<std::size_t>(it - columns_.begin());
}

std::size_t BlockPattern::slot(VertexId i, VertexId j) const {
  const std::optional<std::size_t> found = find(i, j);
  MUSLIN_ASSERT(found.has_value());
  return *found;
}

}  // namespace muslin
