#pragma once
#include <cstdint>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/core/types.hpp>
#include <muslin/response/collision_report.hpp>
#include <muslin/response/step/certificate.hpp>
#include <utility>
#include <vector>

namespace muslin {

class CollisionStep;
class LimitProjection;
class Response;

/// Vertices that must stop together: those of a rigid obstacle, or of a rigid patch, which keeps its shape.
struct RigidGroups {
  std::vector<std::int32_t> of_vertex;         ///< group of each vertex; -1 if it stops on its own
  std::vector<std::vector<VertexId>> members;  ///< vertices of each group
};

/// The vertices that the last rung stopped. The prescribed ones among them now lag behind their scripts.
struct StoppedVertices {
  std::vector<std::uint8_t> stopped;  ///< one per vertex
  /// For each body that lags, the first body that blocked it.
  std::vector<std::pair<std::int32_t, std::int32_t>> conflicts;
};

/// The last rung of the ladder, which always succeeds: colliding vertices stay at their start with zero velocity. The
/// movable vertices of the colliding zones stop first. If that does not suffice, the prescribed vertices stop too (all
/// vertices of a rigid obstacle or rigid patch together). Because this may free other vertices, the response is then
/// tried again, at most `max_retries` times, for the vertices that still move.
///
/// Proof of termination: a pair without a moving vertex is not tested; a stopped vertex stays stopped; and each round
/// stops a moving vertex of every colliding pair. After a few rounds whole bodies stop, and after some more everything
/// stops, so the work is bounded.
[[nodiscard]] Certificate stop_zones(CollisionStep& step, Response& response, const RigidGroups& groups,
                                     LimitProjection& limits, StoppedVertices& out, CollisionReport& report,
                                     int max_retries = tolerance::kMaxStopRetries);

/// Stops the obstacles that something collides with, and detects again. Contacts between them and movable vertices
/// stay.
void stop_obstacles(CollisionStep& step, const RigidGroups& groups, StoppedVertices& out);

}  // namespace muslin
