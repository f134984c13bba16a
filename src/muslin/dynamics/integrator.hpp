#pragma once
#include <algorithm>
#include <limits>
#include <memory>
#include <muslin/core/types.hpp>
#include <muslin/dynamics/integrator_options.hpp>
#include <muslin/dynamics/kinematics.hpp>
#include <span>

namespace muslin {

class System;

/// How exactly the linear systems of a step are solved.
struct SolveAccuracy {
  double tolerance_factor = 1.0;  ///< [1] on the tolerance; above 1 where a coarse solution is enough
  /// Largest error of the velocities, as a mean over the mass [m/s], whatever the forces.
  double max_velocity_error = std::numeric_limits<double>::infinity();
};

/// The time interval of a step, and the positions of the scripted vertices at its end.
struct TimeStep {
  double start = 0.0;                       ///< start time [s] since the start of the scene
  double size = 0.0;                        ///< step size Δt [s]
  std::span<const Vec3> scripted_position;  ///< of all vertices at the end [m]; only those of scripted vertices are
                                            ///< read

  SolveAccuracy accuracy = {};  ///< of the linear solves of an implicit step

  /// Returns the velocity [m/s] that takes scripted vertex i from its position to its scripted position.
  [[nodiscard]] Vec3 scripted_velocity(std::size_t i, const Vec3& from) const {
    return (scripted_position[i] - from) / size;
  }
};

/// The work of the linear solver, if there is one, in one or more steps.
struct IntegrationReport {
  int newton_steps = 0;
  int solver_iterations = 0;     ///< total over all Newton steps
  double solver_residual = 0.0;  ///< largest relative residual
  bool solver_converged = true;
  double assembly_seconds = 0.0;
  double solve_seconds = 0.0;

  IntegrationReport& operator+=(const IntegrationReport& other) {
    newton_steps += other.newton_steps;
    solver_iterations += other.solver_iterations;
    solver_residual = std::max(solver_residual, other.solver_residual);
    solver_converged = solver_converged && other.solver_converged;
    assembly_seconds += other.assembly_seconds;
    solve_seconds += other.solve_seconds;
    return *this;
  }
};

/// Advances the movable vertices in time. Scripted vertices reach exactly their scripted positions, with the velocity
/// that takes them there. On entry the system is evaluated at the state. On return it is evaluated at some state
/// between the start and the end, so the caller must evaluate it at the final state of the step.
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// Returns the largest step size recommended for the current state [s]: that of the CFL number, or infinity.
  [[nodiscard]] virtual double max_step_size(const System& system) const = 0;
  [[nodiscard]] virtual IntegrationReport step(System& system, const TimeStep& time, Kinematics& state) = 0;
  /// Returns whether the integrator evaluates stiff forces at the end of the step. If so, contacts may be stiff
  /// springs.
  [[nodiscard]] virtual bool is_implicit() const { return false; }
  /// Returns whether a step leaves K = M - Δt ∂f/∂v - Δt² ∂f/∂x in the system's matrix, where it was last linearised.
  [[nodiscard]] virtual bool provides_matrix() const { return false; }
  /// Returns whether a step evaluates the system at its start only.
  [[nodiscard]] virtual bool keeps_start() const { return false; }
};

[[nodiscard]] std::unique_ptr<Integrator> make_symplectic_euler(const IntegratorOptions& options);
[[nodiscard]] std::unique_ptr<Integrator> make_newmark(const IntegratorOptions& options);
[[nodiscard]] std::unique_ptr<Integrator> make_backward_euler(const IntegratorOptions& options);
[[nodiscard]] std::unique_ptr<Integrator> make_integrator(const IntegratorOptions& options);

}  // namespace muslin
