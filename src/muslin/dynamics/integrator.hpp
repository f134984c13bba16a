#pragma once
#include <algorithm>
#include <memory>
#include <muslin/core/types.hpp>
#include <muslin/dynamics/integrator_options.hpp>
#include <muslin/dynamics/kinematics.hpp>
#include <span>

namespace muslin {

class System;

/// From when to when a step goes, and where it takes the scripted vertices.
struct TimeStep {
  double start = 0.0;                       ///< [s] after the start of the scene
  double size = 0.0;                        ///< Δt [s]
  std::span<const Vec3> scripted_position;  ///< of all vertices at the end; only those of scripted ones are looked at

  double tolerance_factor = 1.0;  ///< [1] of linear solvers; more than 1 where a rough answer will do

  /// Takes scripted vertex i from where it is to where it shall be.
  [[nodiscard]] Vec3 scripted_velocity(std::size_t i, const Vec3& from) const {
    return (scripted_position[i] - from) / size;
  }
};

/// What the linear solver, if there was one, has to say of a step, or of several.
struct IntegrationReport {
  int newton_steps = 0;
  int solver_iterations = 0;     ///< of all Newton steps together
  double solver_residual = 0.0;  ///< relative, the largest
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

/// Carries movable vertices through time; scripted ones go exactly where their script says, with the velocity that
/// takes them there. On entry the system is evaluated at the state; on return it is somewhere between the two, and the
/// caller evaluates it where the step really ends.
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// The longest step that it should take from here [s]: that of the CFL number, or infinity.
  [[nodiscard]] virtual double max_step_size(const System& system) const = 0;
  [[nodiscard]] virtual IntegrationReport step(System& system, const TimeStep& time, Kinematics& state) = 0;
  /// Does it see stiff springs where the step ends? Then contacts may be such springs.
  [[nodiscard]] virtual bool is_implicit() const { return false; }
  /// Does a step leave K = M - Δt ∂f/∂v - Δt² ∂f/∂x of its start in the system's matrix?
  [[nodiscard]] virtual bool provides_matrix() const { return false; }
};

[[nodiscard]] std::unique_ptr<Integrator> make_symplectic_euler(const IntegratorOptions& options);
[[nodiscard]] std::unique_ptr<Integrator> make_newmark(const IntegratorOptions& options);
[[nodiscard]] std::unique_ptr<Integrator> make_backward_euler(const IntegratorOptions& options);
[[nodiscard]] std::unique_ptr<Integrator> make_integrator(const IntegratorOptions& options);

}  // namespace muslin
