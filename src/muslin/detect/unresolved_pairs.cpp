#include <cmath>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/detect/broad_phase_search.hpp>
#include <muslin/detect/separation.hpp>
#include <muslin/detect/unresolved_pairs.hpp>
#include <tuple>
#include <utility>

namespace muslin {
namespace {

struct UnresolvedPair {
  StencilKind kind;
  detail::StencilVertices vertices;
  double distance;
  double resolution;
};

}  // namespace

UnresolvedPairs find_unresolved_pairs(CollisionMesh mesh, std::span<const Vec3> position) {
  BroadPhase broad_phase(std::move(mesh));
  broad_phase.refit(position, position, resolved_distance(file_separation(position, position)) / 2);
  detail::SearchMemory<UnresolvedPair> memory;
  const auto test = [&](StencilKind kind, const detail::StencilVertices& vertices, auto& part) {
    const std::array<Vec3, 4> x = detail::gather(position, vertices);
    const double resolution = resolved_distance(file_separation(StencilMotion{x, x}));
    const double distance = std::sqrt(closest_points(kind, x).squared_distance);
    if (!(distance > resolution)) part.found.push_back({kind, vertices, distance, resolution});
  };
  static_cast<void>(detail::search_broad_phase(broad_phase, test, memory));

  UnresolvedPairs result;
  const UnresolvedPair* first = nullptr;
  for (const auto& part : memory.parts)
    for (const UnresolvedPair& pair : part.found) {
      ++result.count;
      if (first == nullptr || std::tie(pair.kind, pair.vertices) < std::tie(first->kind, first->vertices))
        first = &pair;
    }
  if (first != nullptr)
    std::tie(result.kind, result.vertices, result.distance, result.resolution) =
        std::tie(first->kind, first->vertices, first->distance, first->resolution);
  return result;
}

}  // namespace muslin
