#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/newton.hpp>

namespace muslin {

int run_newton(ProjectionProblem& problem, StepSolver& solver, const NewtonOptions& options) {
  ProjectionProblem::Snapshot best;
  problem.save(best);
  double best_defect = problem.defect();
  double shift = options.shift;
  int iteration = 0;
  for (int waited = 0; iteration < problem.max_iterations() && waited <= options.patience; ++iteration) {
    if (problem.is_converged()) return iteration;
    if (iteration > 0) shift = std::max(tolerance::kMinRowShift, options.shift_factor * shift);
    problem.linearise();
    const int rounds = iteration == 0 ? tolerance::kFirstStepRounds : tolerance::kLaterStepRounds;
    if (!solver.find_step(problem, {.metric = ProjectionMetric::mass, .shift = shift, .max_rounds = rounds})) break;

    // A step that makes things much worse is halved, or ends the method.
    problem.take_step(1.0);
    double reached = problem.measure();
    for (int cut = 0; cut < options.max_halvings && !(reached <= tolerance::kMaxDefectGrowth * best_defect); ++cut) {
      problem.undo_step();
      problem.take_step(std::ldexp(1.0, -cut - 1));
      reached = problem.measure();
    }
    if (!(reached <= tolerance::kMaxDefectGrowth * best_defect) && options.max_halvings == 0) break;

    problem.accumulate_multipliers();
    ++waited;
    if (!(reached < best_defect)) continue;
    waited = 0;
    best_defect = reached;
    problem.save(best);
  }
  if (problem.is_converged()) return iteration;
  problem.restore(best);
  problem.measure();
  return iteration;
}

int run_damped_newton(ProjectionProblem& problem, StepSolver& solver, double first_shift, int max_iterations) {
  double defect = problem.defect();
  double shift = first_shift;
  int iteration = 0;
  for (int waited = 0; iteration < max_iterations && waited < tolerance::kMaxStagnantSteps && !problem.is_converged();
       ++iteration) {
    problem.linearise();
    const int rounds = waited > 0 ? tolerance::kFirstStepRounds : tolerance::kLaterStepRounds;
    if (!solver.find_step(problem, {.metric = ProjectionMetric::tension, .shift = shift, .max_rounds = rounds}))
      return iteration;
    const double promised_gain = defect - problem.predicted_defect();
    problem.take_step(1.0);
    const double reached = problem.measure();
    if (!(reached < defect)) {
      problem.undo_step();
      problem.measure();
      shift = std::max(tolerance::kShiftFactor * shift, first_shift);
      ++waited;
      continue;
    }
    problem.accumulate_multipliers();
    waited = reached < tolerance::kSufficientDefectRatio * defect ? 0 : waited + 1;
    const double share = (defect - reached) / promised_gain;
    if (share > tolerance::kGoodGainShare) shift = std::max(tolerance::kMinRowShift, shift / tolerance::kShiftFactor);
    if (!(share > tolerance::kPoorGainShare)) shift = std::max(tolerance::kShiftFactor * shift, first_shift);
    defect = reached;
  }
  return iteration;
}

}  // namespace muslin
