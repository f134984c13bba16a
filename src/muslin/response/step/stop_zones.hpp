#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/response/collision_report.hpp>
#include <muslin/response/step/certificate.hpp>
#include <utility>
#include <vector>

namespace muslin {

class CollisionStep;
class LimitProjection;
class Response;

/// Vertices that can only stop together: those of a rigid obstacle, or of a rigid patch, which keeps its shape.
struct RigidGroups {
  std::vector<std::int32_t> of_vertex;         ///< group of each vertex; -1: stops by itself
  std::vector<std::vector<VertexId>> members;  ///< of each group
};

/// The vertices that the last rung stopped. The prescribed ones among them now lag behind their script.
struct StoppedVertices {
  std::vector<std::uint8_t> stopped;  ///< one per vertex
  /// For each body that lags, the first body that was in its way.
  std::vector<std::pair<std::int32_t, std::int32_t>> conflicts;
};

/// The last rung of the ladder, which always succeeds: colliding vertices stay where the step began, with velocity
/// zero. The movable vertices of the colliding zones are stopped first; where that is not enough, the prescribed ones
/// (all of a rigid obstacle, and of a rigid patch, together). A prescribed vertex that stops may free others, so the
/// response is then tried again for the vertices that still move, a few times.
///
/// Why it ends: a pair without a moving vertex is not tested; a stopped vertex stays stopped; and each round stops a
/// moving vertex of every colliding pair. After a few rounds whole bodies stop, after some more everything: the work is
/// bounded.
[[nodiscard]] Certificate stop_zones(CollisionStep& step, Response& response, const RigidGroups& groups,
                                     LimitProjection& limits, StoppedVertices& out, CollisionReport& report);

}  // namespace muslin
