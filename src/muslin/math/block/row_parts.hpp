#pragma once
#include <muslin/core/types.hpp>
#include <muslin/math/block/fixed_mask.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Cuts the rows of a matrix into parts that are worked on by themselves, in parallel: what couples two parts is lost,
/// so they are few. The cut depends on the matrix alone, never on the number of threads. Rows of a part ascend.
using RowParts = std::vector<std::vector<std::int32_t>>;

/// Ranges of rows: for meshes, whose neighbours have near numbers.
[[nodiscard]] RowParts parts_by_index(std::size_t rows);

/// Halves, and halves of those, each across its longest extent: for what touches, wherever its numbers are. Fixed
/// vertices, which have no work, count for nothing and are in the first part.
[[nodiscard]] RowParts parts_by_position(std::span<const Vec3> positions, FixedMask fixed);

}  // namespace muslin
