#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/math/block/halo.hpp>
#include <muslin/math/block/row_ranges.hpp>

namespace muslin {
namespace {

/// Returns the first slot of row i whose column is at or beyond `end`.
std::size_t first_exit(const BlockPattern& pattern, std::size_t i, std::size_t end) {
  const auto columns = pattern.columns();
  const auto begin = columns.begin() + static_cast<std::ptrdiff_t>(pattern.row_begin(i));
  const auto last = columns.begin() + static_cast<std::ptrdiff_t>(pattern.row_end(i));
  return static_cast<std::size_t>(std::lower_bound(begin, last, VertexId(end)) - columns.begin());
}

}  // namespace

Halo::Halo(const BlockPattern& first, const BlockPattern& second) {
  const std::size_t n = first.vertex_count();
  MUSLIN_ASSERT(second.vertex_count() == n);
  chunk_rows_ = balanced_range_rows(n, kChunkRows, n);
  const std::size_t chunks = chunk_count(n, chunk_rows_);
  chunk_begin_.assign(1, 0);

  std::vector<VertexId> cell_rows;  // row that each cell belongs to
  for (std::size_t c = 0; c < chunks; ++c) {
    const std::size_t begin = c * chunk_rows_, end = std::min(n, begin + chunk_rows_);
    std::vector<VertexId> outside;
    for (const BlockPattern* pattern : {&first, &second})
      for (std::size_t i = begin; i < end; ++i)
        for (std::size_t s = first_exit(*pattern, i, end); s < pattern->row_end(i); ++s)
          outside.push_back(pattern->column(s));
    std::sort(outside.begin(), outside.end());
    outside.erase(std::unique(outside.begin(), outside.end()), outside.end());

    const auto add_exits = [&](const BlockPattern& pattern, Exits& exits) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t exit = first_exit(pattern, i, end);
        exits.first_slot.push_back(static_cast<std::int32_t>(exit));
        exits.first_exit.push_back(static_cast<std::int32_t>(exits.cell.size()));
        for (std::size_t s = exit; s < pattern.row_end(i); ++s) {
          const auto it = std::lower_bound(outside.begin(), outside.end(), pattern.column(s));
          exits.cell.push_back(chunk_begin_[c] + static_cast<std::int32_t>(it - outside.begin()));
        }
      }
    };
    add_exits(first, first_);
    add_exits(second, second_);
    cell_rows.insert(cell_rows.end(), outside.begin(), outside.end());
    chunk_begin_.push_back(static_cast<std::int32_t>(cell_rows.size()));
  }

  // Sort the cells by row; those of earlier chunks come first.
  row_begin_.assign(n + 1, 0);
  for (const VertexId row : cell_rows) ++row_begin_[row.index() + 1];
  for (std::size_t i = 0; i < n; ++i) row_begin_[i + 1] += row_begin_[i];
  std::vector<std::int32_t> next = row_begin_;
  cells_.resize(cell_rows.size());
  for (std::size_t cell = 0; cell < cell_rows.size(); ++cell)
    cells_[static_cast<std::size_t>(next[cell_rows[cell].index()]++)] = static_cast<std::int32_t>(cell);
}

}  // namespace muslin
