#pragma once
#include <muslin/dynamics/implicit_solver.hpp>
#include <muslin/dynamics/integrator.hpp>
#include <muslin/dynamics/system.hpp>
#include <optional>
#include <vector>

namespace muslin {

/// Performs the linear solve for a change of velocity, which the implicit integrators share. It keeps its solver and
/// vectors from step to step.
class VelocitySolver {
 public:
  VelocitySolver(const IntegratorOptions& options, PreconditionerKind preconditioner)
      : options_(options), preconditioner_(preconditioner) {}

  /// Solves A δ = r. A is the matrix that the system assembled with these weights, and r is the residual momentum
  /// [kg m/s] of a step that began with the velocities `start`. On entry δ holds an initial guess; at scripted vertices
  /// it becomes zero. Free parts of the world get exactly their momentum, however early the solver stops.
  void solve(const System& system, const BlockMatrix& matrix, MatrixWeights weights, std::span<const Vec3> r,
             std::span<const Vec3> start, std::span<Vec3> delta, const SolveAccuracy& accuracy,
             IntegrationReport& report);

 private:
  IntegratorOptions options_;
  PreconditionerKind preconditioner_;
  std::optional<ImplicitSolver> solver_;  ///< created with the first matrix
  std::int64_t assembly_ = -1;            ///< System::assemblies() at the last use
};

}  // namespace muslin
