#pragma once
#include <limits>
#include <muslin/filter/projection_problem.hpp>
#include <muslin/filter/tension_system.hpp>
#include <muslin/filter/yarn_system.hpp>
#include <vector>

namespace muslin {

/// The norm in which a step is the shortest one that corrects the linearised rows.
enum class ProjectionMetric {
  mass,    ///< M
  tension  ///< M + Σ τ DᵀD with the tension τ of each row: the second derivative of the Lagrangian
};

struct StepOptions {
  ProjectionMetric metric = ProjectionMetric::mass;
  double shift = 0.0;  ///< regularisation of the linear system, as a share of its diagonal [1]
  int max_rounds = 1;  ///< of the active set, if the system is factorised
};

/// Solves the linearised problem for the next step, contact impulses included. First choice where the problem prefers
/// it: conjugate gradients over yarns. Otherwise, or where these do not converge, a factorisation with an active set.
class StepSolver {
 public:
  explicit StepSolver(const ProjectionProblem& problem);

  /// Writes problem.step(). Returns false if no finite step exists.
  [[nodiscard]] bool find_step(ProjectionProblem& problem, const StepOptions& options);
  /// Writes the step that the tensions of the warm start alone cause, in the tension metric. Returns false if that
  /// metric has no finite factors.
  [[nodiscard]] bool find_warm_start_step(ProjectionProblem& problem);

 private:
  [[nodiscard]] bool solve_by_yarns(ProjectionProblem& problem, double shift);
  [[nodiscard]] bool solve_by_factors(ProjectionProblem& problem, const StepOptions& options);
  [[nodiscard]] bool solve_active_rows(ProjectionProblem& problem, const StepOptions& options);
  void update_tension(const ProjectionProblem& problem, ProjectionMetric metric);

  YarnSystem yarn_system_;
  TensionSystem tension_system_;
  double yarn_tolerance_ = std::numeric_limits<double>::infinity();  ///< on strains [1]
  std::vector<double> tension_;                                      ///< of each row in the metric [kg m²]
  std::vector<double> lower_bound_;
};

}  // namespace muslin
