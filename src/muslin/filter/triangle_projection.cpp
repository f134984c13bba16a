#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/newton.hpp>
#include <muslin/filter/projection_strategy.hpp>

namespace muslin {
namespace {

/// A flat sheet has four rows of triangles for each vertex, more than its positions can satisfy at once. So its systems
/// keep a constant shift, and its steps need a line search.
class TriangleProjection final : public ProjectionStrategy {
 public:
  explicit TriangleProjection(double shift) : shift_(shift) {}

  [[nodiscard]] bool is_applicable(const ProjectionProblem& problem) const override {
    return problem.has_triangles() && !problem.has_hybrid_patches();
  }

  [[nodiscard]] int project(ProjectionProblem& problem, StepSolver& solver, int /*iterations_left*/) override {
    problem.restart();
    return run_newton(
        problem, solver,
        {.shift = shift_, .max_halvings = tolerance::kMaxStepHalvings, .patience = tolerance::kMaxStagnantSteps});
  }

 private:
  double shift_;
};

}  // namespace

std::unique_ptr<ProjectionStrategy> make_triangle_projection(double shift) {
  return std::make_unique<TriangleProjection>(shift);
}

}  // namespace muslin
