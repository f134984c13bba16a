#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <optional>
#include <span>
#include <vector>

namespace muslin {

using VertexPair = std::array<VertexId, 2>;

/// Lists the entries that a symmetric sparse matrix on the vertices stores: its upper triangle, row by row, with
/// ascending columns. An entry (row ≤ column) has a slot, its index in the arrays of values. The diagonal is always
/// stored, so the first slot of row i is entry (i, i).
class BlockPattern {
 public:
  BlockPattern() = default;
  /// Pairs may come in any order and orientation, and more than once.
  BlockPattern(std::size_t vertices, std::span<const VertexPair> pairs);

  [[nodiscard]] std::size_t vertex_count() const { return begin_.size() - 1; }
  [[nodiscard]] std::size_t slot_count() const { return columns_.size(); }

  /// Row i has the slots [row_begin(i), row_end(i)).
  [[nodiscard]] std::size_t row_begin(std::size_t i) const { return static_cast<std::size_t>(begin_[i]); }
  [[nodiscard]] std::size_t row_end(std::size_t i) const { return static_cast<std::size_t>(begin_[i + 1]); }
  [[nodiscard]] std::size_t diagonal_slot(VertexId i) const { return row_begin(i.index()); }

  [[nodiscard]] VertexId row(std::size_t slot) const { return rows_[slot]; }
  [[nodiscard]] VertexId column(std::size_t slot) const { return columns_[slot]; }
  [[nodiscard]] std::span<const VertexId> columns() const { return columns_; }

  [[nodiscard]] bool operator==(const BlockPattern&) const = default;

  /// Returns the slot of entry (i, j) or (j, i), depending on which is stored, or nothing if neither is.
  [[nodiscard]] std::optional<std::size_t> find(VertexId i, VertexId j) const;
  /// Returns the slot of an entry that must be stored.
  [[nodiscard]] std::size_t slot(VertexId i, VertexId j) const;

 private:
  std::vector<std::int32_t> begin_ = {0};  ///< first slot of each row, and the end
  std::vector<VertexId> rows_, columns_;   ///< row and column of each slot
};

}  // namespace muslin
