#pragma once
#include <muslin/dynamics/integrator.hpp>
#include <muslin/sim/candidate.hpp>
#include <muslin/sim/step_report.hpp>

namespace muslin {

/// Gathers the report of a step over all attempts at it: what failed attempts cost counts for the step that is taken in
/// the end.
class PendingReport {
 public:
  [[nodiscard]] StepReport& step() { return report_; }
  [[nodiscard]] CollisionReport& collision() { return report_.collision; }
  /// The time of whole attempts [s], from which PhaseTimes::rest follows.
  [[nodiscard]] double& total_seconds() { return total_seconds_; }
  /// The time of collision handling [s], detection and limits included until they are moved to their own phases.
  [[nodiscard]] double& response_seconds() { return report_.seconds.response; }

  void add(const CandidateReport& candidate);
  /// Moves time that was measured as part of the response to the phase that it belongs to [s].
  void move_to_detection(double seconds);
  void move_to_filter(double seconds);

  /// Hands over the report, and begins a new one.
  [[nodiscard]] StepReport take();

 private:
  StepReport report_;
  IntegrationReport integration_;
  double total_seconds_ = 0.0;
};

}  // namespace muslin
