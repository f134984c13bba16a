#pragma once
#include <muslin/sim/untangle/contours.hpp>
#include <muslin/sim/untangle/tangle_world.hpp>
#include <span>
#include <vector>

namespace muslin {

/// What the displacements of tangled layers depend on.
struct LayerInput {
  const TangleWorld& world;
  std::span<const Vec3> position;            ///< [m]
  std::span<const std::uint8_t> is_movable;  ///< per vertex
  std::span<const std::int32_t> failures;    ///< per vertex: rounds in which its displacement made nothing better
  const OuterSide& outer;
  double largest_displacement = 0.0;  ///< of one round [m]
};

struct LayerDisplacements {
  std::vector<Vec3> displacement;  ///< per vertex [m]
  std::vector<VertexId> wrong;     ///< vertices on a wrong side or that must slide, movable or not
  /// Vertices that should be displaced together have the same number, which is that of one of them; -1 for all others.
  std::vector<std::int32_t> group;
};

/// Computes a displacement of each vertex [m] that reduces the intersections of cloth with cloth:
///   - a patch on the wrong side moves through its partners, to the nearest points and a little beyond [Baraff03];
///   - where contours separate no patch, edges and triangles move so that the contour becomes shorter [Volino06], or
///     sheets that cross steeply over each other's borders slide apart;
///   - if it is known which side a sheet belongs on, it moves there instead;
///   - pairs that lie in one plane move apart along their normals, the body that comes first backwards.
[[nodiscard]] LayerDisplacements layer_displacements(const LayerInput& input, std::span<const IntersectingPair> pairs,
                                                     SheetOrder& order);

}  // namespace muslin
