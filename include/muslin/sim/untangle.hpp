#pragma once
#include <muslin/core/result.hpp>
#include <muslin/detect/audit.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/state.hpp>
#include <string>
#include <vector>

namespace muslin {

/// What untangling did to a start that intersects.
struct UntangleReport {
  std::size_t pairs_before = 0;    ///< intersecting pairs of the start as given
  std::size_t pairs_after = 0;     ///< intersecting pairs that are left, all of them within tangles
  int tangles_after = 0;           ///< number of tangles that are left; their pairs are ignored until they are apart
  std::size_t moved_vertices = 0;  ///< vertices that were displaced
  double max_displacement = 0.0;   ///< largest displacement of a vertex [m]
  double retraction = 0.0;         ///< largest depth to which obstacles were drawn back meanwhile [m]
  int steps = 0;                   ///< certified steps that it took
  double seconds = 0.0;            ///< wall-clock time [s]
  std::vector<AuditedPair> left = {};  ///< the first of the pairs that are left
};

/// Describes what untangling did, on one line.
[[nodiscard]] std::string describe(const UntangleReport& report);

/// Separates the bodies of a scene whose start intersects, with all scripts standing still. `state` is that of the
/// start, and is changed: positions of movable vertices near the intersections, and State::tangle for what could not be
/// separated. Rest shapes, velocities, scripted vertices and everything that is not involved stay as they are. An Error
/// means that the scene cannot be simulated at all.
///
/// Obstacles are drawn back where they intersect cloth, and grow back in certified steps, which push the cloth out.
/// Cloth that intersects cloth moves apart by global intersection analysis and contour minimisation
/// (docs/untangling.md).
[[nodiscard]] Result<UntangleReport> untangle(const Scene& scene, State& state);

/// Marks the intersections of a start as tangles and moves nothing: the policy StartPolicy::keep.
[[nodiscard]] Result<UntangleReport> keep_tangles(const Scene& scene, State& state);

}  // namespace muslin
