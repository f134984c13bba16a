#pragma once
#include <muslin/contact/contact.hpp>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/broad_phase_search.hpp>
#include <muslin/detect/stencil_order.hpp>
#include <muslin/detect/thickness.hpp>
#include <optional>
#include <span>
#include <vector>

namespace muslin {

/// Two elements nearer to each other than their thickness, or on the way there. Their overlap is thickness - distance;
/// of those on the way it is negative.
struct Proximity {
  Contact contact;       ///< at time 0
  double distance = 0;   ///< [m]; C of the contact, up to rounding
  double thickness = 0;  ///< of this pair [m]
};

/// Is a pair nearer than its thickness, or will it be when its vertices have moved by `motion`? `nearest` must be the
/// closest points of `position`; only these two points count.
[[nodiscard]] std::optional<Proximity> proximity_of(const ThicknessRule& rule, StencilKind kind,
                                                    const std::array<VertexId, 4>& vertex,
                                                    const std::array<Vec3, 4>& position, const StencilGap& nearest,
                                                    const std::array<Vec3, 4>* motion = nullptr);

/// All pairs in proximity, and the memory of the search. Reuse one object.
struct Proximities {
  std::vector<Proximity> pairs;  ///< sorted by compare_stencils
  detail::SearchCounts counts;
  detail::SearchMemory<Proximity> memory;
  detail::StencilOrder<Proximity> order;
};

/// Finds all vertex-triangle, edge-edge and (of neighbouring cable edges) vertex-edge pairs nearer to each other than
/// their thickness. Which pairs there are is the broad phase's rule: none that share a vertex, none of two scripted
/// bodies. It must have been refitted with `position` as start and end and with an inflation of at least half of
/// rule.largest(); boxes are rounded outward, so exactly half is enough.
///
/// Each pair counts for itself: where a vertex is nearest to the side that two triangles share, both report the same
/// points, and so do edge-edge pairs whose nearest points are at an end. A response that adds up forces must expect
/// that. Elements with coordinates that are not finite are in no pair.
///
/// Same input, same bits: on any number of threads, and whatever the tree went through before.
void find_proximities(const BroadPhase& broad_phase, std::span<const Vec3> position, const ThicknessRule& rule,
                      Proximities& out);

}  // namespace muslin
