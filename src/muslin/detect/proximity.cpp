#include <algorithm>
#include <cmath>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/core/assert.hpp>
#include <muslin/detect/proximity.hpp>

namespace muslin {

std::optional<Proximity> proximity_of(const ThicknessRule& rule, StencilKind kind,
                                      const std::array<VertexId, 4>& vertex, const std::array<Vec3, 4>& position,
                                      const StencilGap& nearest, const std::array<Vec3, 4>* motion) {
  const double distance = std::sqrt(nearest.squared_distance);
  double smallest = distance;
  if (motion != nullptr && distance > 0) {
    const auto& [m0, m1, m2, m3] = *motion;
    const double change = nearest.gap.dot(weighted_difference(nearest.weight, m0, m1, m2, m3)) / distance;
    smallest = std::min(distance, distance + change);
  }
  if (!(smallest < rule.largest())) return std::nullopt;
  const double thickness = pair_thickness(rule, kind, vertex);
  if (!(smallest < thickness)) return std::nullopt;
  return Proximity{make_contact(kind, vertex, position, nearest, 0.0), distance, thickness};
}

void find_proximities(const BroadPhase& broad_phase, std::span<const Vec3> position, const ThicknessRule& rule,
                      Proximities& out) {
  MUSLIN_ASSERT(position.size() == broad_phase.mesh().vertex_count);
  MUSLIN_ASSERT(rule.rest_position.empty() || rule.rest_position.size() == position.size());

  const auto test = [&](StencilKind kind, const detail::StencilVertices& vertex, auto& part) {
    ++part.tested;
    const std::array<Vec3, 4> x = detail::gather(position, vertex);
    const auto pair = proximity_of(rule, kind, vertex, x, closest_points(kind, x));
    if (pair) part.found.push_back(*pair);
  };
  out.counts = detail::search_broad_phase(broad_phase, test, out.memory);

  const auto contact_of = [](const Proximity& pair) -> const Contact& { return pair.contact; };
  out.order.sort(out.memory.parts, position.size(), contact_of, out.pairs);
}

}  // namespace muslin
