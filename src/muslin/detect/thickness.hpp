#pragma once
#include <muslin/contact/contact.hpp>
#include <muslin/contact/surfaces.hpp>
#include <muslin/core/types.hpp>
#include <span>

namespace muslin {

/// The distance below which two elements repel each other. Between bodies this is the thickness of their surfaces.
/// Within one body, and between bodies that belong together, it is at most a share of the distance at rest; otherwise
/// mesh neighbours would repel each other for ever. A pair that touches at rest (a body modelled folded flat) therefore
/// has no thickness.
struct ThicknessRule {
  const Surfaces* surfaces = nullptr;  ///< must not be null
  /// One rest position per vertex of all bodies [m]. If empty, the distance at rest limits no pair.
  std::span<const Vec3> rest_position = {};
  double rest_share = 0.9;  ///< [1] below 1, so that pairs do not repel each other at rest

  /// Returns the largest thickness of any pair [m]. The broad phase must be refitted with at least half of it.
  [[nodiscard]] double largest() const { return surfaces->largest_thickness(); }
};

/// Returns the thickness of a pair [m].
[[nodiscard]] double pair_thickness(const ThicknessRule& rule, StencilKind kind, const std::array<VertexId, 4>& vertex);

}  // namespace muslin
