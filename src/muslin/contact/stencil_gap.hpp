#pragma once
#include <array>
#include <muslin/contact/stencil.hpp>

namespace muslin {

/// The nearest points of the two elements of a stencil, whatever its kind: geometry/closest_points.hpp in the order and
/// with the signs of a contact. What holds there for every input, degenerate elements included, holds here.
struct StencilGap {
  std::array<double, 4> weight;  ///< c = (-α₀, -α₁, -α₂, 1) or (-α₀, -α₁, α₂, α₃); of a vertex that plays no part, 0
  Vec3 gap;                 ///< g = Σ cᵢ xᵢ [m], from triangle 0-1-2 to vertex 3, or from edge 0-1 to the other
  double squared_distance;  ///< g·g [m²]
};

[[nodiscard]] StencilGap closest_points(StencilKind kind, const std::array<Vec3, 4>& position);

}  // namespace muslin
