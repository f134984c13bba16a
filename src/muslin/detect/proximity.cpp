#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/detect/proximity.hpp>

namespace muslin {

void find_proximities(const BroadPhase& broad_phase, std::span<const Vec3> position, const ThicknessRule& rule,
                      Proximities& out) {
  MUSLIN_ASSERT(position.size() == broad_phase.mesh().vertex_count && rule.distance >= 0);
  MUSLIN_ASSERT(rule.rest_position.empty() || rule.rest_position.size() == position.size());
  MUSLIN_ASSERT(rule.vertex_body.empty() || rule.vertex_body.size() == position.size());

  const auto test = [&](StencilKind kind, const detail::StencilVertices& vertex, auto& part) {
    ++part.tested;
    const std::array<Vec3, 4> x = detail::gather(position, vertex);
    const StencilGap nearest = closest_points(kind, x);
    const double distance = std::sqrt(nearest.squared_distance);
    if (!(distance < rule.largest())) return;
    const double thickness = pair_thickness(rule, kind, vertex);
    if (!(distance < thickness)) return;
    part.found.push_back({make_contact(kind, vertex, x, nearest, 0.0), distance, thickness});
  };
  out.counts = detail::search_candidates(broad_phase, test, out.memory);

  const auto contact_of = [](const Proximity& pair) -> const Contact& { return pair.contact; };
  out.order.sort(out.memory.parts, position.size(), contact_of, out.pairs);
}

}  // namespace muslin
