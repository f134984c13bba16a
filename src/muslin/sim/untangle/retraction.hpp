#pragma once
#include <muslin/detect/tangles.hpp>
#include <muslin/geometry/topology.hpp>
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
/// `first_depth` [m] is the first depth to try; `pairs` are the intersecting pairs of the start.
[[nodiscard]] Retraction retract_obstacles(const TangleMesh& mesh, const Topology& topology,
                                           std::span<const Vec3> position, std::span<const IntersectingPair> pairs,
                                           double first_depth);

}  // namespace muslin
