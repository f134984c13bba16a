#pragma once
#include <muslin/response/collision_report.hpp>
#include <muslin/response/step/certificate.hpp>
#include <muslin/response/step/rigid_groups.hpp>
#include <vector>

namespace muslin {

class CollisionStep;
class LimitProjection;
class Response;

/// What the last rung stopped. Prescribed vertices among it now lag behind their script.
struct StoppedVertices {
  std::vector<std::uint8_t> stopped;  ///< one per vertex
  /// For each body that lags, the body that was in its way, first come.
  std::vector<std::pair<std::int32_t, std::int32_t>> conflicts;
};

/// The last rung of the ladder, which always succeeds: what collides stays where the step began, with velocity zero.
/// Of the colliding pairs, as the rungs before left them, the movable vertices of their zones are stopped first; where
/// that was not enough, their prescribed ones (all of a rigid obstacle, and of a rigid patch, together). A prescribed
/// vertex that stops may free others, so the response is then tried again for what still moves, a few times.
///
/// Why it ends: a pair of which no vertex moves is not tested; what has stopped stays so; and each round stops a moving
/// vertex of every colliding pair. After a few rounds whole bodies stop, after some more everything: the work is
/// bounded.
[[nodiscard]] Certificate stop_zones(CollisionStep& step, Response& response, const RigidGroups& groups,
                                     LimitProjection& limits, StoppedVertices& out, CollisionReport& report);

}  // namespace muslin
