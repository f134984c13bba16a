#include <muslin/core/option.hpp>
#include <muslin/dynamics/integrator_options.hpp>

namespace muslin {

void describe(Description<IntegratorOptions>& options) {
  using O = IntegratorOptions;
  options.about("How the scene is advanced in time.");
  options.short_for("method");
  options
      .choice("method", &O::method,
              {{"symplectic_euler", IntegratorMethod::symplectic_euler},
               {"newmark", IntegratorMethod::newmark},
               {"backward_euler", IntegratorMethod::backward_euler}})
      .about("Integration method.");
  options.integer("newton_steps", &O::newton_steps)
      .from(1)
      .to(1000)
      .about("Newton steps of backward Euler, at most; 1 is the linearised step.");
  options.number("tolerance", &O::tolerance)
      .from(1e-14)
      .to(0.5)
      .about("Tolerance of the linear solver, relative to its right-hand side.");
  options.integer("max_iterations", &O::max_iterations)
      .from(1)
      .to(10'000'000)
      .about("Iterations of the linear solver, at most.");
  options
      .choice("solver", &O::solver,
              {{"automatic", LinearSolver::automatic},
               {"conjugate_gradient", LinearSolver::conjugate_gradient},
               {"direct", LinearSolver::direct}})
      .about("Linear solver; \"direct\" cannot be combined with rigid patches.");
  options.number("cfl", &O::cfl)
      .above(0)
      .to(1000)
      .about("Step of explicit methods, relative to the largest that is stable for the elastic forces.");
}

}  // namespace muslin
