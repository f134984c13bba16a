#pragma once
#include <cstdint>
#include <muslin/detect/proximity.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Marks the pairs in proximity that carry independent information with a nonzero value; the others need no spring. Two
/// layers of cloth form four times as many edge-edge pairs as vertex-triangle pairs, and nearly all of them are
/// redundant.
///
/// Of several pairs with the same nearest points (on a side shared by two triangles), only the first is independent. A
/// pair of a vertex and a side is redundant if the vertex is nearer to another triangle with that side: the spring of
/// such a pair would be oblique, and would resist sliding across the side. An edge-edge pair is independent unless its
/// two edges are connected by vertex-triangle pairs whose distances are hardly larger than that of the edges.
[[nodiscard]] std::vector<std::uint8_t> independent_pairs(std::span<const Proximity> pairs, std::size_t vertices);

}  // namespace muslin
