#pragma once
#include <muslin/core/types.hpp>

namespace muslin {

/// The methods that integrate the equations of motion.
enum class IntegratorMethod {
  symplectic_euler,  ///< explicit, of first order
  newmark,  ///< of second order without damping; explicit in elastic forces, implicit in damping and drag [Bridson03]
  backward_euler  ///< implicit, of first order; its numerical damping grows with the step size
};

/// The solvers for the linear systems of the integrator.
enum class LinearSolver {
  automatic,           ///< `direct` if the scene consists of cables alone, otherwise `conjugate_gradient`
  conjugate_gradient,  ///< preconditioned conjugate gradients, to a tolerance
  direct               ///< sparse Cholesky factorisation; cannot be combined with rigid patches
};

/// Options of the integrator.
struct IntegratorOptions {
  IntegratorMethod method = IntegratorMethod::backward_euler;  ///< integration method
  int newton_steps = 1;                           ///< maximum, for backward Euler; 1 is the linearised step [Baraff98]
  double tolerance = 1e-3;                        ///< [1] of the linear solver, relative to the right-hand side
  int max_iterations = 2000;                      ///< maximum iterations of the linear solver
  LinearSolver solver = LinearSolver::automatic;  ///< linear solver of methods that are implicit
  double cfl = 0.5;  ///< [1] explicit methods: step size relative to the largest that is stable for the elastic forces
};

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<IntegratorOptions>& options);

}  // namespace muslin
