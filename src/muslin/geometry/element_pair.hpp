#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/geometry/intersection.hpp>
#include <span>

namespace muslin {

/// A triangle or segment of a mesh with the positions of its corners. A corner that is named twice is kept once:
/// triangle (3, 3, 5) is the segment (3, 5), and segment (4, 4) is the point 4.
struct Element {
  std::array<VertexId, 3> vertex;
  TriangleCorners corner;
  int size = 0;  ///< number of corners in use, from 1 to 3
};

[[nodiscard]] Element make_element(std::span<const VertexId> vertices, std::span<const Vec3> positions);

/// Two elements, with the corners that they share first and in the same order. If an element has fewer than three
/// corners, the last is repeated, so that each element is also a triangle, perhaps without area.
struct ElementPair {
  TriangleCorners a, b;
  int a_size = 0;
  int b_size = 0;
  int shared = 0;  ///< number of common vertices, by id; two vertices at one position are still two
};

[[nodiscard]] ElementPair make_element_pair(const Element& a, const Element& b);

/// Decides exactly whether the elements intersect: they have a point in common that is not on a vertex or an edge that
/// both of them have. Elements are point sets, degenerate or not. The condition depends on the number of shared
/// vertices:
///   none     they meet at all; touching counts;
///   one      they meet anywhere except at the vertex: a fold, a cable that doubles back on itself;
///   two      they meet anywhere except on the segment between the vertices: they are folded flat onto each other,
///            or both are without area and reach beyond the same end of it. A cable along a cloth edge never does;
///   three    they have an area: the same face twice.
[[nodiscard]] bool intersect(const ElementPair& pair);

}  // namespace muslin
