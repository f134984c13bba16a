#pragma once
#include <muslin/core/types.hpp>
#include <muslin/math/block/fixed_mask.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The rows of a matrix, cut into parts that are processed independently in parallel. Couplings between two parts are
/// lost, so there are few parts. The cut depends on the matrix alone, never on the number of threads. The rows of a
/// part ascend.
using RowParts = std::vector<std::vector<std::int32_t>>;

/// Cuts the rows into ranges. This suits meshes, in which neighbours have similar indices.
[[nodiscard]] RowParts parts_by_index(std::size_t rows);

/// Cuts the vertices recursively into halves, each across its longest extent. This suits contacts, which join vertices
/// of unrelated indices. Fixed vertices, which cause no work, do not count and are in the first part.
[[nodiscard]] RowParts parts_by_position(std::span<const Vec3> positions, FixedMask fixed);

}  // namespace muslin
