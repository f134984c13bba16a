#pragma once
#include <muslin/dynamics/integrator.hpp>
#include <muslin/sim/candidate.hpp>
#include <muslin/sim/step_report.hpp>

namespace muslin {

/// Collects the report of a step over all attempts at it. The cost of failed attempts counts for the step that is
/// finally taken.
class PendingReport {
 public:
  [[nodiscard]] StepReport& step() { return report_; }
  [[nodiscard]] const StepReport& step() const { return report_; }
  [[nodiscard]] CollisionReport& collision() { return report_.collision; }
  /// Time of whole attempts, from which PhaseTimes::rest follows [s].
  [[nodiscard]] double& total_seconds() { return total_seconds_; }
  /// Time of collision handling [s]. It includes detection and limits until they are moved to their own phases.
  [[nodiscard]] double& response_seconds() { return report_.seconds.response; }

  void add(const CandidateReport& candidate);
  /// Moves time that was measured as part of the response to the phase it belongs to [s].
  void move_to_detection(double seconds);
  void move_to_filter(double seconds);

  /// Returns the report and begins a new one.
  [[nodiscard]] StepReport take();

 private:
  StepReport report_;
  IntegrationReport integration_;
  double total_seconds_ = 0.0;
};

}  // namespace muslin
