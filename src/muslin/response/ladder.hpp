#pragma once
#include <memory>
#include <muslin/response/certificate.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>
#include <muslin/response/stop_groups.hpp>
#include <muslin/response/stop_zones.hpp>
#include <optional>

namespace muslin {

/// Finds velocities that no pair collides with, whatever it takes: the scene's response, rigid impact zones, and, when
/// the step cannot be made shorter any more, prescribed vertices that give way (if the scene says so), and stopping.
class Ladder {
 public:
  /// `inverse_mass`: of all vertices [1/kg], to tell what is heavy.
  Ladder(const CollisionOptions& options, std::unique_ptr<Response> response, std::span<const double> inverse_mass);

  /// From a step whose response is about to begin. Nothing: the step is too hard, make it shorter. Of the shortest
  /// there is always a certificate; what had to stop for it is in `stopped`, empty else.
  [[nodiscard]] std::optional<Certificate> climb(CollisionStep& step, const StopGroups& groups,
                                                 StoppedVertices& stopped, CollisionReport& report);

 private:
  [[nodiscard]] std::optional<Certificate> respond(Response& response, int& rung, CollisionStep& step,
                                                   CollisionReport& report);
  /// Nothing: it was in vain, and the step is where the response began.
  [[nodiscard]] std::optional<Certificate> yield(CollisionStep& step, CollisionReport& report);

  CollisionOptions options_;
  std::unique_ptr<Response> response_;
  std::unique_ptr<Response> rigid_zones_;  ///< null: that is the response
  int certificates_before_ = 0;            ///< this climb
  double heavy_inverse_mass_ = 0.0;        ///< of prescribed vertices that give way [1/kg]
};

}  // namespace muslin
