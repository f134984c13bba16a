#pragma once
#include <muslin/core/types.hpp>

namespace muslin {

enum class IntegratorMethod { symplectic_euler, newmark, backward_euler };
enum class LinearSolver { automatic, conjugate_gradient, direct };

struct IntegratorOptions {
  IntegratorMethod method = IntegratorMethod::backward_euler;
  int newton_steps = 1;       ///< maximum, for backward Euler; 1 is the linearised step [Baraff98]
  double tolerance = 1e-3;    ///< [1] of the linear solver, relative to the right-hand side
  int max_iterations = 2000;  ///< maximum iterations of the linear solver
  LinearSolver solver = LinearSolver::automatic;
  double cfl = 0.5;  ///< [1] explicit methods: step size relative to the largest that is stable for the elastic forces
};

/// Describes the options that scenes may set (core/option.hpp).
void describe(Description<IntegratorOptions>& options);

}  // namespace muslin
