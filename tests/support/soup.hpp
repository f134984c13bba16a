#pragma once
#include <cstdint>
#include <muslin/geometry/mesh.hpp>

namespace muslin::test {

/// A few triangles and segments on a few points, made to touch, overlap, share vertices and be degenerate as often as
/// not: small whole numbers as coordinates. Half of the soups are turned and moved, which leaves all that only nearly
/// true, or scaled by a power of two, which changes nothing.
[[nodiscard]] Mesh random_soup(std::uint64_t seed);

}  // namespace muslin::test
