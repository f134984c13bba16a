#pragma once
#include <cstdint>
#include <muslin/geometry/mesh.hpp>

namespace muslin::test {

/// Makes a few triangles and segments on a few points with small whole coordinates, so that they often touch, overlap,
/// share vertices and are degenerate. Half of the soups are rotated, or stretched and translated, after which these
/// relations hold only approximately, or scaled by a power of two, which preserves them exactly.
[[nodiscard]] Mesh random_soup(std::uint64_t seed);

}  // namespace muslin::test
