#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/newton.hpp>
#include <muslin/filter/projection_strategy.hpp>

namespace muslin {
namespace {

/// A large tension is nearly the same in the next step. In the metric of that tension one linear system or none
/// suffices, however fine the mesh; without it, the tension has to be found from a tiny curvature each time.
class WarmStartProjection final : public ProjectionStrategy {
 public:
  [[nodiscard]] bool is_applicable(const ProjectionProblem& problem) const override {
    return !problem.has_triangles() && !problem.has_hybrid_patches() && problem.has_large_tension();
  }

  [[nodiscard]] int project(ProjectionProblem& problem, StepSolver& solver, int iterations_left) override {
    // The multipliers of equalities are not known from before: a tension has no negative part.
    const bool knows_multipliers = problem.prefers_yarns() && problem.has_inequalities();
    const int iterations = knows_multipliers ? apply_tension(problem, solver) : 0;
    return iterations + run_damped_newton(problem, solver, problem.shifts().warm_start, iterations_left - iterations);
  }

 private:
  [[nodiscard]] static int apply_tension(ProjectionProblem& problem, StepSolver& solver);
};

/// Applies the expected tensions and linearises there: the second-order growth of lengths that rotate is then that of
/// the change since the previous step, and one step suffices. Restarts if the tension has changed, because a wrong
/// impulse could not be undone to the last digit. Returns the iterations used.
int WarmStartProjection::apply_tension(ProjectionProblem& problem, StepSolver& solver) {
  const double defect = problem.defect();
  const std::vector<double>& multiplier = problem.step().multiplier;
  problem.linearise();
  if (!solver.find_warm_start_step(problem)) return 0;
  problem.accumulate_multipliers();
  problem.take_step(1.0);
  bool is_good = problem.measure() < defect;
  double expected = 0.0;
  for (std::size_t r = 0; r < problem.size(); ++r) {
    expected += std::abs(multiplier[r]);
    is_good = is_good && (multiplier[r] == 0.0 || problem.strain(r) > -tolerance::kWarmStartMaxShortening);
  }
  if (!is_good) {
    problem.restart();
    return 0;
  }
  problem.linearise();
  if (solver.find_step(problem, {.metric = ProjectionMetric::tension,
                                 .shift = problem.shifts().warm_start,
                                 .max_rounds = tolerance::kLaterStepRounds})) {
    double change = 0.0;
    for (const double value : multiplier) change += std::abs(value);
    problem.accumulate_multipliers();
    problem.take_step(1.0);
    if (problem.measure() < defect && change < tolerance::kWarmStartMaxTensionChange * expected) return 1;
  }
  problem.restart();
  return 1;
}

}  // namespace

std::unique_ptr<ProjectionStrategy> make_warm_start_projection() { return std::make_unique<WarmStartProjection>(); }

}  // namespace muslin
