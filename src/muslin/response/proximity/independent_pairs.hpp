#pragma once
#include <cstdint>
#include <muslin/detect/proximity.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Which pairs in proximity say something that others do not, as springs need them: nonzero for those. Two layers of
/// cloth are in four times as many edge-edge as vertex-triangle pairs, and nearly all say the same.
///
/// Of pairs with the same nearest points (on a side that two triangles share) the first is needed. A vertex is not
/// nearest to a side where it is nearer to another triangle with that side: as a spring such a pair would lean, and
/// hold what slides across the side. An edge-edge pair is needed unless vertex-triangle pairs join its two edges that
/// are hardly farther apart than the edges are.
[[nodiscard]] std::vector<std::uint8_t> independent_pairs(std::span<const Proximity> pairs, std::size_t vertices);

}  // namespace muslin
