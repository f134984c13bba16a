#pragma once
#include <muslin/core/types.hpp>
#include <muslin/math/block/block_pattern.hpp>
#include <span>
#include <vector>

namespace muslin {

/// How a product with half a symmetric matrix runs in parallel with the same bits on any number of threads. The rows
/// are cut into chunks of fixed size. Entry (i, j), i < j, adds to row i and to row j; where row j is in a later chunk,
/// chunk(i) adds to a cell of its own instead (its halo). Afterwards every row adds up what others left for it, in the
/// order of the chunks.
class Halo {
 public:
  /// Most rows of a chunk: enough that the halo (two rows of a regular grid) is not most of the work, few enough that
  /// 10,000 vertices still make ten pieces.
  static constexpr std::size_t kChunkRows = 1024;

  Halo() = default;
  /// For products with both patterns, which have the same vertices.
  Halo(const BlockPattern& first, const BlockPattern& second);

  [[nodiscard]] std::size_t chunk_rows() const { return chunk_rows_; }
  [[nodiscard]] std::size_t cell_count() const { return cells_.size(); }
  /// Cells of chunk c: [cell_begin(c), cell_begin(c + 1)).
  [[nodiscard]] std::size_t cell_begin(std::size_t c) const { return static_cast<std::size_t>(chunk_begin_[c]); }
  /// Cells that row i sums up.
  [[nodiscard]] std::span<const std::int32_t> cells_of_row(std::size_t i) const {
    return std::span(cells_).subspan(static_cast<std::size_t>(row_begin_[i]),
                                     static_cast<std::size_t>(row_begin_[i + 1] - row_begin_[i]));
  }

  /// Where the entries of one pattern that leave their chunk go.
  struct Exits {
    std::vector<std::int32_t> first_slot;  ///< per row: its first slot with a column in a later chunk, or its end
    std::vector<std::int32_t> first_exit;  ///< per row: place in `cell` of that slot
    std::vector<std::int32_t> cell;        ///< of those slots, one behind the other
  };
  [[nodiscard]] const Exits& first() const { return first_; }
  [[nodiscard]] const Exits& second() const { return second_; }

 private:
  std::size_t chunk_rows_ = 1;
  std::vector<std::int32_t> chunk_begin_, row_begin_, cells_;
  Exits first_, second_;
};

}  // namespace muslin
