#pragma once
#include <memory>
#include <muslin/filter/projection_problem.hpp>
#include <muslin/filter/step_solver.hpp>

namespace muslin {

/// A method that solves a ProjectionProblem. StretchFilter holds an ordered list of them and runs those that apply
/// until one converges or the iterations are spent, like the ladder of a collision step. docs/methods-limits.md has a
/// paragraph on each.
class ProjectionStrategy {
 public:
  virtual ~ProjectionStrategy() = default;
  /// Depends on the problem and its warm start, not on the results of earlier strategies.
  [[nodiscard]] virtual bool is_applicable(const ProjectionProblem& problem) const = 0;
  /// Moves the positions of an applicable problem, which are not converged yet, towards its limits. It may begin where
  /// the strategy before it ended, or restart. Returns the iterations used, of which `iterations_left` are left for
  /// all.
  [[nodiscard]] virtual int project(ProjectionProblem& problem, StepSolver& solver, int iterations_left) = 0;
};

/// Alternates projection with shape matching of hybrid patches [Liu11, §5.2]. For any problem that has such patches.
[[nodiscard]] std::unique_ptr<ProjectionStrategy> make_hybrid_projection();
/// Newton's method with a line search in the mass metric, for limited triangles. `shift` regularises the linear
/// systems, as a share of their diagonals [1].
[[nodiscard]] std::unique_ptr<ProjectionStrategy> make_triangle_projection(double shift);
/// Begins with the tensions of the previous step, in the metric of that tension. For edges under large tension.
[[nodiscard]] std::unique_ptr<ProjectionStrategy> make_warm_start_projection();
/// Newton's method in the mass metric: fast projection as published [Goldenthal07]. For edges.
[[nodiscard]] std::unique_ptr<ProjectionStrategy> make_mass_projection();
/// Damped Newton's method in the tension metric, from where the mass metric ended. For edges.
[[nodiscard]] std::unique_ptr<ProjectionStrategy> make_damped_projection();

}  // namespace muslin
