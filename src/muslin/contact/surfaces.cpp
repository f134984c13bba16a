#include <algorithm>
#include <cmath>
#include <map>
#include <muslin/contact/surfaces.hpp>
#include <muslin/core/option.hpp>
#include <muslin/model/material_ranges.hpp>

namespace muslin {

Surfaces::Surfaces(std::vector<std::int32_t> vertex_body, std::vector<Surface> bodies,
                   std::span<const SurfacePair> pairs, std::vector<std::int32_t> carrier)
    : vertex_body_(std::move(vertex_body)), bodies_(std::move(bodies)), carrier_(std::move(carrier)) {
  for (const Surface& surface : bodies_) largest_thickness_ = std::max(largest_thickness_, surface.thickness);
  std::map<std::pair<std::int32_t, std::int32_t>, Surface> special;
  for (const SurfacePair& pair : pairs) {
    const auto key = std::minmax(pair.first, pair.second);
    Surface& surface = special.try_emplace(key, between(pair.first, pair.second)).first->second;
    surface.thickness = pair.thickness.value_or(surface.thickness);
    surface.friction = pair.friction.value_or(surface.friction);
  }
  pair_surfaces_.assign(special.begin(), special.end());
  for (const auto& [key, surface] : pair_surfaces_)
    largest_thickness_ = std::max(largest_thickness_, surface.thickness);
}

Surface Surfaces::between(std::int32_t a, std::int32_t b) const {
  if (!pair_surfaces_.empty()) {
    const std::pair<std::int32_t, std::int32_t> key = std::minmax(a, b);
    const auto place = std::lower_bound(pair_surfaces_.begin(), pair_surfaces_.end(), key,
                                        [](const auto& entry, const auto& bodies) { return entry.first < bodies; });
    if (place != pair_surfaces_.end() && place->first == key) return place->second;
  }
  const Surface &first = bodies_[static_cast<std::size_t>(a)], &second = bodies_[static_cast<std::size_t>(b)];
  if (a == b) return first;
  return {0.5 * (first.thickness + second.thickness), std::sqrt(first.friction * second.friction)};
}

void describe(Description<SurfacePair>& options) {
  options.about(
      "Thickness and friction between two bodies, or of one with itself, instead of what follows from their own.");
  options.number("thickness", &SurfacePair::thickness, quantity::kLength)
      .within(kThicknessRange)
      .about("Distance that the two keep.");
  options.number("friction", &SurfacePair::friction)
      .within(kFrictionRange)
      .about("Coefficient of friction between the two.");
}

}  // namespace muslin
