#include <algorithm>
#include <muslin/core/parallel.hpp>
#include <muslin/math/block/coupling_blocks.hpp>

namespace muslin {

/// Accumulates one row: its sums by column.
class CouplingBlocks::RowSum {
 public:
  explicit RowSum(std::size_t columns) : place_(columns, -1) {}

  void add(std::int32_t column, double factor, const SymmetricBlock& block) {
    std::int32_t& place = place_[static_cast<std::size_t>(column)];
    if (place < 0) {
      place = static_cast<std::int32_t>(entries_.size());
      entries_.push_back({column, {}});
    }
    entries_[static_cast<std::size_t>(place)].block.add(factor, block);
  }
  /// Appends the row to `rows` and begins the next one.
  void finish(Rows& rows) {
    for (const Entry& entry : entries_) place_[static_cast<std::size_t>(entry.column)] = -1;
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.column < b.column; });
    rows.entries.insert(rows.entries.end(), entries_.begin(), entries_.end());
    rows.begin.push_back(static_cast<std::int32_t>(rows.entries.size()));
    entries_.clear();
  }

 private:
  std::vector<std::int32_t> place_;
  std::vector<Entry> entries_;
};

CouplingBlocks::CouplingBlocks(const Couplings& couplings) {
  if (couplings.empty()) return;
  // List the couplings of each vertex, in their order.
  const std::size_t vertices = couplings.vertex_count();
  const std::span<const Coupling> list = couplings.list();
  std::vector<std::int32_t> begin(vertices + 1, 0);
  const auto for_each_end = [&](const auto& visit) {
    for (std::size_t c = 0; c < list.size(); ++c)
      for (std::size_t a = 0; a < 4; ++a)
        if (list[c].weight[a] != 0.0) visit(list[c].vertex[a].index(), 4 * c + a);
  };
  for_each_end([&](std::size_t v, std::size_t) { ++begin[v + 1]; });
  for (std::size_t v = 0; v < vertices; ++v) begin[v + 1] += begin[v];
  std::vector<std::int32_t> next = begin, ends(static_cast<std::size_t>(begin[vertices]));
  for_each_end([&](std::size_t v, std::size_t end) {
    ends[static_cast<std::size_t>(next[v]++)] = static_cast<std::int32_t>(end);
  });

  chunks_.resize(chunk_count(vertices, kChunkRows));
  parallel_chunks(vertices, kChunkRows, [&](Chunk chunk) {
    RowSum sum(vertices);
    for (std::size_t v = chunk.begin; v < chunk.end; ++v) {
      for (std::int32_t k = begin[v]; k < begin[v + 1]; ++k) {
        const auto end = static_cast<std::size_t>(ends[static_cast<std::size_t>(k)]);
        const Coupling& coupling = list[end / 4];
        const double weight = coupling.weight[end % 4];
        for (std::size_t b = 0; b < 4; ++b)
          if (coupling.vertex[b].index() > v && coupling.weight[b] != 0.0)
            sum.add(coupling.vertex[b].value, weight * coupling.weight[b], coupling.block);
      }
      sum.finish(chunks_[chunk.index]);
    }
  });
}

}  // namespace muslin
