#include <algorithm>
#include <muslin/sim/pending_report.hpp>
#include <utility>

namespace muslin {

void PendingReport::add(const CandidateReport& candidate) {
  integration_ += candidate.integration;
  report_.limits.iterations += candidate.filter_iterations;
  report_.seconds.filter += candidate.filter_seconds;
}

void PendingReport::move_to_detection(double seconds) {
  report_.seconds.detection += seconds;
  report_.seconds.response -= seconds;
}

void PendingReport::move_to_filter(double seconds) {
  report_.seconds.filter += seconds;
  report_.seconds.response -= seconds;
}

StepReport PendingReport::take() {
  StepReport report = std::exchange(report_, {});
  const IntegrationReport integration = std::exchange(integration_, {});
  report.newton_steps = integration.newton_steps;
  report.solver_iterations = integration.solver_iterations;
  report.solver_residual = integration.solver_residual;
  report.solver_converged = integration.solver_converged;
  PhaseTimes& seconds = report.seconds;
  seconds.assembly = integration.assembly_seconds;
  seconds.solve = integration.solve_seconds;
  const double known = seconds.assembly + seconds.solve + seconds.filter + seconds.detection + seconds.response;
  seconds.rest = std::max(0.0, std::exchange(total_seconds_, 0.0) - known);
  return report;
}

}  // namespace muslin
