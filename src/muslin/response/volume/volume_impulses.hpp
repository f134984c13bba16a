#pragma once
#include <muslin/contact/volume_rows.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <vector>

namespace muslin {

/// Volume-preserving impulses with pressures that are never negative. Every pair found in this step must end with at
/// least a share of its initial volume. Of all velocities that satisfy this, the response takes those nearest to the
/// candidate's.
class VolumeImpulses final : public ZoneResponse {
 public:
  explicit VolumeImpulses(const VolumePreservingOptions& options);
  [[nodiscard]] std::string_view name() const override { return "volume_preserving"; }

 private:
  /// The target for the volume of a pair.
  struct Goal {
    double share = 1.0;   ///< target volume at the end of the step, as a share of the initial volume [1]
    double height = 0.0;  ///< target height that replaces the share if it is not 0 [m]
    double time = 1.0;    ///< time of the target height, as a share of the step [1]
  };
  bool prepare(const CollisionView& step, std::vector<std::uint8_t>& must_solve) override;
  ZoneOutcome solve(CollisionView& step, std::size_t zone) override;

  VolumePreservingOptions options_;
  std::vector<double> pressure_;  ///< pressure of each contact of set(), from which the next solve starts
  std::vector<Goal> goal_;        ///< target of each contact of set()
};

}  // namespace muslin
