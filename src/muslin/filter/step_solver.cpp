#include <algorithm>
#include <limits>
#include <muslin/core/assert.hpp>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/step_solver.hpp>

namespace muslin {

StepSolver::StepSolver(const ProjectionProblem& problem) {
  for (std::size_t r = 0; r < problem.size(); ++r)
    yarn_tolerance_ = std::min(yarn_tolerance_, tolerance::kYarnSolverToleranceShare * problem.limit(r));
}

bool StepSolver::find_step(ProjectionProblem& problem, const StepOptions& options) {
  update_tension(problem, options.metric);
  const bool found =
      (problem.prefers_yarns() && solve_by_yarns(problem, options.shift)) || solve_by_factors(problem, options);
  return found && problem.add_contact_impulses();
}

bool StepSolver::find_warm_start_step(ProjectionProblem& problem) {
  MUSLIN_ASSERT(problem.warm_start_tension().size() == problem.size());
  update_tension(problem, ProjectionMetric::tension);
  ProjectionStep& step = problem.step();
  for (std::size_t r = 0; r < problem.size(); ++r)
    step.multiplier[r] = problem.warm_start_tension()[r] * problem.target_stretch(r);
  if (!yarn_system_.compute_response(problem.row_system(), tension_, step.multiplier, step.motion)) return false;
  for (double& multiplier : step.multiplier) multiplier = -multiplier;
  return true;
}

/// The tension metric takes the larger of the expected tension and the one found so far.
void StepSolver::update_tension(const ProjectionProblem& problem, ProjectionMetric metric) {
  tension_.assign(problem.size(), 0.0);
  if (metric == ProjectionMetric::mass) return;
  const std::span<const double> expected = problem.warm_start_tension();
  for (std::size_t r = 0; r < problem.size(); ++r)
    tension_[r] =
        std::max(expected.empty() ? 0.0 : expected[r], -problem.total_multipliers()[r] / problem.target_stretch(r));
}

/// Finds multipliers and the active set together. The bounds make sure that no inequality ends under compression, all
/// steps taken together.
bool StepSolver::solve_by_yarns(ProjectionProblem& problem, double shift) {
  problem.count_linear_system();
  ProjectionStep& step = problem.step();
  step.has_mass_factors = false;
  lower_bound_.resize(problem.size());
  const std::span<const double> total = problem.total_multipliers(), expected = problem.warm_start_tension();
  const bool is_first = std::all_of(total.begin(), total.end(), [](double multiplier) { return multiplier == 0.0; });
  for (std::size_t r = 0; r < problem.size(); ++r) {
    lower_bound_[r] = problem.is_equality(r) ? -std::numeric_limits<double>::infinity() : std::min(0.0, total[r]);
    step.multiplier[r] = is_first && !expected.empty() ? expected[r] * problem.target_stretch(r) : 0.0;  // a guess
  }
  const bool converged = yarn_system_.solve(problem.row_system(),
                                            {.value = problem.values(),
                                             .lower_bound = lower_bound_,
                                             .tension = tension_,
                                             .shift = shift,
                                             .tolerance = yarn_tolerance_,
                                             .max_iterations = tolerance::kMaxYarnSolverIterations},
                                            step.multiplier, step.motion);
  for (std::size_t r = 0; r < problem.size(); ++r) {
    step.multiplier[r] = -step.multiplier[r];
    step.active[r] = problem.is_equality(r) || total[r] + step.multiplier[r] < 0.0 ? 1 : 0;
  }
  return converged;
}

/// Begins with all rows that exceed their target or were active before; in each round it releases rows that would come
/// under compression and activates rows that the step would stretch too far.
bool StepSolver::solve_by_factors(ProjectionProblem& problem, const StepOptions& options) {
  ProjectionStep& step = problem.step();
  const std::span<const double> value = problem.values();
  for (std::size_t r = 0; r < problem.size(); ++r)
    step.active[r] = problem.is_equality(r) || value[r] > 0.0 || step.active[r] != 0 ? 1 : 0;
  step.has_mass_factors = options.metric == ProjectionMetric::mass;
  for (int round = 0; round < options.max_rounds; ++round) {
    if (!solve_active_rows(problem, options)) return false;
    bool changed = false;
    for (std::size_t r = 0; r < problem.size(); ++r) {
      if (problem.is_equality(r)) continue;
      const bool is_active = step.active[r] != 0 ? value[r] > 0.0 || step.multiplier[r] < 0.0
                                                 : value[r] + problem.row_system().change(r, step.motion) > 0.0;
      if (is_active == (step.active[r] != 0)) continue;
      step.active[r] = is_active ? 1 : 0;
      changed = true;
    }
    if (!changed) break;
  }
  return true;
}

bool StepSolver::solve_active_rows(ProjectionProblem& problem, const StepOptions& options) {
  problem.count_linear_system();
  ProjectionStep& step = problem.step();
  RowSystem& rows = problem.row_system();
  if (options.metric == ProjectionMetric::tension) {
    if (!tension_system_.solve(rows, step.active, tension_, problem.values(), options.shift, step.multiplier,
                               step.motion))
      return false;
    for (double& multiplier : step.multiplier) multiplier = -multiplier;
    return true;
  }
  if (!rows.factorise(step.active, options.shift)) return false;
  rows.solve(problem.values(), step.multiplier);
  for (double& multiplier : step.multiplier) multiplier = -multiplier;
  step.motion.assign_zero(rows.nodes());
  rows.add_response(step.multiplier, step.motion);
  return true;
}

}  // namespace muslin
