#pragma once
#include <muslin/filter/projection_problem.hpp>
#include <muslin/filter/step_solver.hpp>

namespace muslin {

struct NewtonOptions {
  double shift = 0.0;         ///< regularisation of the first linear system, as a share of its diagonal [1]
  double shift_factor = 1.0;  ///< by which each further iteration multiplies it [1]
  int max_halvings = 0;       ///< how often a step that makes things much worse is cut in half; 0: such a step ends it
  int patience = 2;           ///< iterations without a gain before it gives up
};

/// Newton's method on the constraints in the mass metric [Goldenthal07],
///   (G W Gᵀ) δλ = C,   x ← x - W Gᵀ δλ.
/// A step may make things worse for a while, because the active set changes. Ends at the best positions found. Returns
/// the iterations used.
[[nodiscard]] int run_newton(ProjectionProblem& problem, StepSolver& solver, const NewtonOptions& options);

/// Newton's method in the tension metric, damped after Levenberg and Marquardt: the shift follows how much of the
/// promised gain each step brings, and a step without a gain is undone. Returns the iterations used.
[[nodiscard]] int run_damped_newton(ProjectionProblem& problem, StepSolver& solver, double first_shift,
                                    int max_iterations);

}  // namespace muslin
