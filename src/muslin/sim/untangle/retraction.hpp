#pragma once
#include <muslin/detect/intersection_tracker.hpp>
#include <muslin/sim/untangle/tangle_world.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Offsets by which the vertices of obstacles are drawn back so that no cloth intersects them [m].
struct Retraction {
  std::vector<Vec3> offset;                 ///< per vertex of the world; zero for everything but obstacles
  double depth = 0.0;                       ///< length of the largest offset [m]
  std::vector<IntersectingPair> remaining;  ///< pairs of cloth and obstacle that no offset removes
};

/// Draws obstacles back where they intersect cloth: inwards along their normals, smoothly, each place as deep as it
/// needs, and at most to the middle of the obstacle. An obstacle that is still intersected then moves as a whole.
/// `first_depth` [m] is the first depth to try; `pairs` are the intersecting pairs of the start, and
/// `tracker` is one of its mesh.
[[nodiscard]] Retraction retract_obstacles(const TangleWorld& world, std::span<const Vec3> position,
                                           std::span<const IntersectingPair> pairs, IntersectionTracker& tracker,
                                           double first_depth);

}  // namespace muslin
