#pragma once
#include <muslin/contact/contact.hpp>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/broad_phase_search.hpp>
#include <muslin/detect/stencil_order.hpp>
#include <muslin/detect/thickness.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Returns whether a pair is nearer than its thickness, or will be when its vertices have moved by `motion`. `nearest`
/// must hold the closest points of the pair; only these two points are considered.
[[nodiscard]] bool is_in_proximity(const ThicknessRule& rule, StencilKind kind, const std::array<VertexId, 4>& vertex,
                                   const StencilGap& nearest, const std::array<Vec3, 4>* motion = nullptr);
/// Makes the proximity of a pair with these closest points.
[[nodiscard]] Proximity make_proximity(const ThicknessRule& rule, StencilKind kind,
                                       const std::array<VertexId, 4>& vertex, const std::array<Vec3, 4>& position,
                                       const StencilGap& nearest);

/// All pairs in proximity, with the memory of the search. Reuse one object.
struct Proximities {
  std::vector<Proximity> pairs;  ///< sorted by compare_stencils()
  detail::SearchCounts counts;
  detail::SearchMemory<Proximity> memory;
  detail::StencilOrder<Proximity> order;
};

/// Finds all vertex-triangle, edge-edge and (for neighbouring cable edges) vertex-edge pairs that are nearer to each
/// other than their thickness. The broad phase decides which pairs are considered: none that share a vertex, and none
/// of two scripted bodies. It must have been refitted with `position` as start and end and with an inflation of at
/// least half of rule.largest(). Exactly half is enough, because boxes are rounded outward.
///
/// Each pair is reported on its own. Where a vertex is nearest to the side that two triangles share, both triangles
/// report the same points, and so do edge-edge pairs whose nearest points are at an end. A response that sums forces
/// must allow for that. Elements with coordinates that are not finite are in no pair.
///
/// The same input gives the same bits on any number of threads and for any history of the tree.
void find_proximities(const BroadPhase& broad_phase, std::span<const Vec3> position, const ThicknessRule& rule,
                      Proximities& out);

}  // namespace muslin
