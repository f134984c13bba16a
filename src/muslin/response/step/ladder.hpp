#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>
#include <muslin/response/step/certificate.hpp>
#include <muslin/response/step/limit_projection.hpp>
#include <muslin/response/step/rigid_groups.hpp>
#include <muslin/response/step/stop_zones.hpp>
#include <optional>

namespace muslin {

/// Finds velocities that no pair collides with, whatever it takes: the scene's response, rigid impact zones, and, when
/// the step cannot be made shorter any more, prescribed vertices that give way (if the scene says so), and stopping.
class Ladder {
 public:
  /// `inverse_mass`: of all vertices [1/kg], to tell what is heavy. Keeps a reference to the filter.
  Ladder(const CollisionOptions& options, std::unique_ptr<Response> response, std::span<const double> inverse_mass,
         StretchFilter& filter);

  /// From a step whose response is about to begin. Nothing: the step is too hard, make it shorter. Of the shortest
  /// there is always a certificate; what had to stop for it is in `stopped`, empty else.
  [[nodiscard]] std::optional<Certificate> climb(CollisionStep& step, const RigidGroups& groups,
                                                 StoppedVertices& stopped, CollisionReport& report);

  [[nodiscard]] const Response& response() const { return *response_; }

  /// What restoring the limits on stretch has cost in the climbs since the last time that it was told to reset_cost().
  [[nodiscard]] LimitProjection& limits() { return limits_; }

 private:
  [[nodiscard]] bool enforce_limits(CollisionStep& step, std::span<const Contact> known);
  [[nodiscard]] std::optional<Certificate> respond(Response& response, int& rung, CollisionStep& step,
                                                   CollisionReport& report);
  /// Nothing: it was in vain, and the step is where the response began.
  [[nodiscard]] std::optional<Certificate> yield(CollisionStep& step, CollisionReport& report);

  CollisionOptions options_;
  LimitProjection limits_;
  std::unique_ptr<Response> response_;
  std::unique_ptr<Response> rigid_zones_;  ///< null: that is the response
  bool response_tried_ = false;            ///< a response, in this climb
  double yielding_inverse_mass_ = 0.0;     ///< of prescribed vertices that give way [1/kg]
};

}  // namespace muslin
