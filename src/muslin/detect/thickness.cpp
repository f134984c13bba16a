#include <algorithm>
#include <cmath>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/detect/broad_phase_search.hpp>
#include <muslin/detect/thickness.hpp>

namespace muslin {

double pair_thickness(const ThicknessRule& rule, StencilKind kind, const std::array<VertexId, 4>& vertex) {
  // All vertices of an element belong to one body. Vertex 0 gives the body of the first element, vertex 3 that of the
  // second.
  const std::int32_t first = rule.surfaces->body(vertex[0]), second = rule.surfaces->body(vertex[3]);
  const double thickness = rule.surfaces->between(first, second).thickness;
  if (!rule.surfaces->have_same_carrier(first, second) || rule.rest_position.empty()) return thickness;
  const StencilGap rest = closest_points(kind, detail::gather(rule.rest_position, vertex));
  return std::min(thickness, rule.rest_share * std::sqrt(rest.squared_distance));
}

}  // namespace muslin
