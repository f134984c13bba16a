#pragma once
#include <muslin/contact/stencil.hpp>
#include <muslin/contact/surfaces.hpp>
#include <muslin/core/types.hpp>
#include <span>

namespace muslin {

/// How near two elements may come before they repel each other: the thickness between their bodies, but within one
/// body, and between bodies that belong together, no more than a share of what lies between them at rest, else mesh
/// neighbours would be pushed apart for ever. A pair that touches at rest (a body modelled folded flat) therefore has
/// no thickness.
struct ThicknessRule {
  const Surfaces* surfaces = nullptr;  ///< never null
  /// One per vertex of all bodies. Empty: no pair is thinner than its surfaces say.
  std::span<const Vec3> rest_position = {};
  double rest_share = 0.9;  ///< < 1, so that rest is not repulsion

  /// No pair is thicker than this [m]: the broad phase must be refitted with at least half of it.
  [[nodiscard]] double largest() const { return surfaces->largest_thickness(); }
};

/// The thickness of a pair [m].
[[nodiscard]] double pair_thickness(const ThicknessRule& rule, StencilKind kind, const std::array<VertexId, 4>& vertex);

}  // namespace muslin
