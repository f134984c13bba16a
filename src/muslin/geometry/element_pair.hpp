#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/geometry/intersection.hpp>
#include <span>

namespace muslin {

/// A triangle or segment of a mesh with the places of its corners. A corner that is named twice is kept once: triangle
/// (3, 3, 5) is the segment (3, 5), segment (4, 4) is the point 4.
struct Element {
  std::array<VertexId, 3> vertex;
  TriangleCorners corner;
  int size = 0;  ///< corners in use, from 1 to 3
};

[[nodiscard]] Element make_element(std::span<const VertexId> vertices, std::span<const Vec3> positions);

/// Two elements, the corners they share first and in the same order. Where an element has fewer than three corners the
/// last is repeated, so that each is also a triangle, perhaps without area.
struct ElementPair {
  TriangleCorners a, b;
  int a_size = 0;
  int b_size = 0;
  int shared = 0;  ///< vertices in common, told by their ids; two vertices at one place are still two
};

[[nodiscard]] ElementPair make_element_pair(const Element& a, const Element& b);

/// Whether the elements intersect, decided exactly: they have a point in common that is not on a vertex or an edge that
/// both of them have. As sets, and degenerate or not:
///   nothing shared     they meet at all; touching counts;
///   a vertex           they meet anywhere but there: a fold, a cable that turns back on itself;
///   two vertices       they meet anywhere but on the segment between these: folded flat onto each other, or, both
///   being
///                      without area, both reaching beyond the same end of it. A cable along a cloth edge never does;
///   three vertices     they have an area: the same face twice.
[[nodiscard]] bool intersect(const ElementPair& pair);

}  // namespace muslin
