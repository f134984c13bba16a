#include <algorithm>
#include <cmath>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/core/assert.hpp>
#include <muslin/detect/proximity.hpp>

namespace muslin {

bool is_in_proximity(const ThicknessRule& rule, StencilKind kind, const std::array<VertexId, 4>& vertex,
                     const StencilGap& nearest, const std::array<Vec3, 4>* motion) {
  const double distance = std::sqrt(nearest.squared_distance);
  double smallest = distance;
  if (motion != nullptr && distance > 0) {
    const auto& [m0, m1, m2, m3] = *motion;
    const double change = nearest.gap.dot(weighted_difference(nearest.weight, m0, m1, m2, m3)) / distance;
    smallest = std::min(distance, distance + change);
  }
  return smallest < rule.largest() && smallest < pair_thickness(rule, kind, vertex);
}

Proximity make_proximity(const ThicknessRule& rule, StencilKind kind, const std::array<VertexId, 4>& vertex,
                         const std::array<Vec3, 4>& position, const StencilGap& nearest) {
  return {make_contact(kind, vertex, position, nearest, 0.0), std::sqrt(nearest.squared_distance),
          pair_thickness(rule, kind, vertex)};
}

void find_proximities(const BroadPhase& broad_phase, std::span<const Vec3> position, const ThicknessRule& rule,
                      Proximities& out) {
  MUSLIN_ASSERT(position.size() == broad_phase.mesh().vertex_count);
  MUSLIN_ASSERT(rule.rest_position.empty() || rule.rest_position.size() == position.size());

  const auto test = [&](StencilKind kind, const detail::StencilVertices& vertex, auto& part) {
    ++part.tested;
    const std::array<Vec3, 4> x = detail::gather(position, vertex);
    const StencilGap nearest = closest_points(kind, x);
    if (is_in_proximity(rule, kind, vertex, nearest))
      part.found.push_back(make_proximity(rule, kind, vertex, x, nearest));
  };
  out.counts = detail::search_broad_phase(broad_phase, test, out.memory);

  const auto contact_of = [](const Proximity& pair) -> const Contact& { return pair.contact; };
  std::vector<std::span<const Proximity>> lists;
  for (const auto& part : out.memory.parts) lists.emplace_back(part.found);
  out.order.sort(lists, position.size(), contact_of, out.pairs);
}

}  // namespace muslin
