#pragma once
#include <cstdint>
#include <muslin/contact/stencil.hpp>
#include <muslin/core/types.hpp>
#include <span>

namespace muslin {

/// How near two elements may come before they repel each other: `distance`, but within one body no more
/// than a share of what lies between them at rest, else mesh neighbours would be pushed apart for ever. A pair that
/// touches at rest (a body modelled folded flat) therefore has no thickness.
struct ThicknessRule {
  double distance = 0;  ///< d [m], ≥ 0: between any two elements
  /// One per vertex of all bodies. Empty: no pair is thinner than d.
  std::span<const Vec3> rest_position = {};
  /// Body of each vertex. Pairs of different bodies have no rest distance. Empty: all is one body.
  std::span<const std::int32_t> vertex_body = {};
  double rest_share = 0.9;  ///< < 1, so that rest is not repulsion

  /// No pair is thicker than this [m]: the broad phase must be refitted with at least half of it.
  [[nodiscard]] double largest() const { return distance; }
};

/// The thickness of a pair [m].
[[nodiscard]] double pair_thickness(const ThicknessRule& rule, StencilKind kind, const std::array<VertexId, 4>& vertex);

}  // namespace muslin
