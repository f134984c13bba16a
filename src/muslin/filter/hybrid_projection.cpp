#include <algorithm>
#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/newton.hpp>
#include <muslin/filter/projection_strategy.hpp>

namespace muslin {
namespace {

/// Each iteration mixes the step of the projection with the displacement of shape matching, from the same positions.
/// The mixture need not reduce the defect, so no step is rejected, and no other strategy can follow. With
/// HybridOrder::once the projection converges by itself, and its whole displacement is mixed with that of shape
/// matching from the positions before both [Liu11, Figure 5.3].
class HybridProjection final : public ProjectionStrategy {
 public:
  [[nodiscard]] bool is_applicable(const ProjectionProblem& problem) const override {
    return problem.has_hybrid_patches();
  }

  [[nodiscard]] int project(ProjectionProblem& problem, StepSolver& solver, int /*iterations_left*/) override {
    double shift = problem.has_triangles() ? tolerance::kTriangleRowShift : problem.shifts().mass;
    const double shift_factor = problem.has_triangles() ? 1.0 : 1.0 / tolerance::kShiftFactor;
    const bool knows_tension = problem.has_large_tension();
    const bool mixes_once = problem.hybrid().mixes_once();
    before_.assign(problem.positions().begin(), problem.positions().end());
    for (int iteration = 0; iteration < problem.max_iterations(); ++iteration) {
      if (iteration > 0) shift = std::max(tolerance::kMinRowShift, shift_factor * shift);
      const bool is_converged = problem.is_converged();
      if (is_converged && mixes_once) return mix_all(problem, iteration);
      if (is_converged && iteration > 0) return iteration;
      problem.linearise();
      StepOptions options{.shift = shift,
                          .max_rounds = iteration == 0 ? tolerance::kFirstStepRounds : tolerance::kLaterStepRounds};
      if (iteration >= tolerance::kHybridMassSteps)
        options = {ProjectionMetric::tension, problem.shifts().tension, options.max_rounds};
      else if (knows_tension && iteration < tolerance::kHybridTensionSteps)
        options = {ProjectionMetric::tension, problem.shifts().warm_start, options.max_rounds};
      // Shape matching runs once even if all lengths are within their limits.
      if (is_converged) problem.set_zero_step();
      if (!(is_converged ? problem.add_contact_impulses() : solver.find_step(problem, options))) return iteration;
      if (!mixes_once) problem.hybrid().mix(problem.positions(), problem.step().motion.translation);
      problem.take_step(1.0);
      problem.measure();
      problem.accumulate_multipliers();
    }
    return mixes_once ? mix_all(problem, problem.max_iterations()) : problem.max_iterations();
  }

 private:
  /// Mixes the displacement from before_ to the current positions. Returns the iterations.
  int mix_all(ProjectionProblem& problem, int iterations) {
    const std::span<const Vec3> x = problem.positions();
    mixed_.resize(x.size());
    for (std::size_t v = 0; v < x.size(); ++v) mixed_[v] = x[v] - before_[v];
    problem.hybrid().mix(before_, mixed_);
    problem.set_zero_step();
    for (std::size_t v = 0; v < x.size(); ++v) problem.step().motion.translation[v] = before_[v] + mixed_[v] - x[v];
    problem.take_step(1.0);
    problem.measure();
    return iterations;
  }

  std::vector<Vec3> before_, mixed_;  ///< positions before the projection, and displacements from there [m]
};

}  // namespace

std::unique_ptr<ProjectionStrategy> make_hybrid_projection() { return std::make_unique<HybridProjection>(); }

}  // namespace muslin
