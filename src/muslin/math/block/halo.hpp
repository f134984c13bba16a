#pragma once
#include <muslin/core/types.hpp>
#include <muslin/math/block/block_pattern.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Lets a product with half a symmetric matrix run in parallel with the same bits on any number of threads. The rows
/// are cut into chunks of fixed size. Entry (i, j), i < j, adds to row i and to row j; if row j is in a later chunk,
/// chunk(i) adds to a cell of its own instead (its halo). Afterwards every row sums up the cells that other chunks
/// filled for it, in the order of the chunks.
class Halo {
 public:
  /// Largest number of rows of a chunk. It is large enough that the halo (two rows of a regular grid) is not most of
  /// the work, and small enough that 10,000 vertices still make ten chunks.
  static constexpr std::size_t kChunkRows = 1024;

  Halo() = default;
  /// Makes the halo for products with both patterns, which have the same vertices.
  Halo(const BlockPattern& first, const BlockPattern& second);

  [[nodiscard]] std::size_t chunk_rows() const { return chunk_rows_; }
  [[nodiscard]] std::size_t cell_count() const { return cells_.size(); }
  /// Chunk c has the cells [cell_begin(c), cell_begin(c + 1)).
  [[nodiscard]] std::size_t cell_begin(std::size_t c) const { return static_cast<std::size_t>(chunk_begin_[c]); }
  /// Returns the cells that row i sums up.
  [[nodiscard]] std::span<const std::int32_t> cells_of_row(std::size_t i) const {
    return std::span(cells_).subspan(static_cast<std::size_t>(row_begin_[i]),
                                     static_cast<std::size_t>(row_begin_[i + 1] - row_begin_[i]));
  }

  /// Maps the entries of one pattern that leave their chunk to cells.
  struct Exits {
    std::vector<std::int32_t> first_slot;  ///< per row, its first slot with a column in a later chunk, or its end
    std::vector<std::int32_t> first_exit;  ///< per row, the index in `cell` of that slot
    std::vector<std::int32_t> cell;        ///< cells of those slots, in sequence
  };
  [[nodiscard]] const Exits& first() const { return first_; }
  [[nodiscard]] const Exits& second() const { return second_; }

 private:
  std::size_t chunk_rows_ = 1;
  std::vector<std::int32_t> chunk_begin_, row_begin_, cells_;
  Exits first_, second_;
};

}  // namespace muslin
