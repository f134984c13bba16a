#include <muslin/filter/newton.hpp>
#include <muslin/filter/projection_strategy.hpp>

namespace muslin {
namespace {

/// This strategy is for yarns that are nearly straight between pins, and for limits that contradict each other. It then
/// ends in a compromise in the sense of least squares.
class DampedProjection final : public ProjectionStrategy {
 public:
  [[nodiscard]] bool is_applicable(const ProjectionProblem& problem) const override {
    return !problem.has_triangles() && !problem.has_hybrid_patches();
  }

  [[nodiscard]] int project(ProjectionProblem& problem, StepSolver& solver, int iterations_left) override {
    return run_damped_newton(problem, solver, problem.shifts().tension, iterations_left);
  }
};

}  // namespace

std::unique_ptr<ProjectionStrategy> make_damped_projection() { return std::make_unique<DampedProjection>(); }

}  // namespace muslin
