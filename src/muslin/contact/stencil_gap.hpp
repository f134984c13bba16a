#pragma once
#include <array>
#include <muslin/contact/contact.hpp>

namespace muslin {

/// The nearest points of the two elements of a stencil of any kind: the result of geometry/closest_points.hpp in the
/// order and with the signs of a contact. The guarantees given there for every input, including degenerate elements,
/// hold here too.
struct StencilGap {
  std::array<double, 4> weight;  ///< c = (-α₀, -α₁, -α₂, 1) or (-α₀, -α₁, α₂, α₃); 0 for an unused vertex
  Vec3 gap;  ///< g = Σ cᵢ xᵢ [m], from triangle 0-1-2 to vertex 3, or from edge 0-1 to the other element
  double squared_distance;  ///< g·g [m²]
};

[[nodiscard]] StencilGap closest_points(StencilKind kind, const std::array<Vec3, 4>& position);

}  // namespace muslin
