#include <algorithm>
#include <cmath>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/detect/candidate_search.hpp>
#include <muslin/detect/thickness.hpp>

namespace muslin {

double pair_thickness(const ThicknessRule& rule, StencilKind kind, const std::array<VertexId, 4>& vertex) {
  if (rule.rest_position.empty()) return rule.distance;
  // An element belongs to one body as a whole: vertex 0 tells that of the first, vertex 3 that of the second.
  const auto& body = rule.vertex_body;
  if (!body.empty() && body[vertex[0].index()] != body[vertex[3].index()]) return rule.distance;
  const StencilGap rest = closest_points(kind, detail::gather(rule.rest_position, vertex));
  return std::min(rule.distance, rule.rest_share * std::sqrt(rest.squared_distance));
}

}  // namespace muslin
