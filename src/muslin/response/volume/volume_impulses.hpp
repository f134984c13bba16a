#pragma once
#include <muslin/contact/volume_rows.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <vector>

namespace muslin {

/// Volume-preserving impulses that only push: of all pairs found in this step, none may end with less than a share of
/// the volume it started with, and of all velocities for which that holds, the nearest to the candidate's is taken.
class VolumeImpulses final : public ZoneResponse {
 public:
  explicit VolumeImpulses(const VolumePreservingOptions& options);
  [[nodiscard]] std::string_view name() const override { return "volume_preserving"; }

 private:
  /// The target of the volume of a pair.
  struct Goal {
    double share = 1.0;   ///< of that of the start, at the end of the step
    double height = 0.0;  ///< instead of that, where it is not 0 [m]
    double time = 1.0;    ///< of that height, in the step
  };
  bool prepare(const CollisionView& step, std::vector<std::uint8_t>& must_solve) override;
  ZoneOutcome solve(CollisionView& step, std::size_t zone) override;

  VolumePreservingOptions options_;
  std::vector<double> pressure_;  ///< of each contact of set(): where the next solve begins
  std::vector<Goal> goal_;        ///< likewise
};

}  // namespace muslin
