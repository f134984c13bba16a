#include <muslin/core/tolerances/filter.hpp>
#include <muslin/filter/newton.hpp>
#include <muslin/filter/projection_strategy.hpp>

namespace muslin {
namespace {

/// Converges quadratically for slack cloth. It fails for yarns that are nearly straight between pins: their corrections
/// are proportional to their curvature, so ripples grow.
class MassProjection final : public ProjectionStrategy {
 public:
  [[nodiscard]] bool is_applicable(const ProjectionProblem& problem) const override {
    return !problem.has_triangles() && !problem.has_hybrid_patches();
  }

  [[nodiscard]] int project(ProjectionProblem& problem, StepSolver& solver, int /*iterations_left*/) override {
    problem.restart();
    return run_newton(problem, solver, {.shift = problem.shifts().mass, .shift_factor = 1.0 / tolerance::kShiftFactor});
  }
};

}  // namespace

std::unique_ptr<ProjectionStrategy> make_mass_projection() { return std::make_unique<MassProjection>(); }

}  // namespace muslin
