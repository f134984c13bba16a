#pragma once
#include <muslin/dynamics/implicit_solver.hpp>
#include <muslin/dynamics/integrator.hpp>
#include <muslin/dynamics/system.hpp>
#include <optional>
#include <vector>

namespace muslin {

/// What the implicit integrators share: the linear solve for a change of velocity. Keeps its solver and vectors from
/// step to step.
class VelocitySolver {
 public:
  VelocitySolver(const IntegratorOptions& options, PreconditionerKind preconditioner)
      : options_(options), preconditioner_(preconditioner) {}

  /// Solves A δ = r, where A is the matrix that the system assembled with these weights and r the momentum that is
  /// missing [kg m/s] of a step that began with the velocities `start`. δ comes in with a guess; at scripted vertices
  /// it becomes zero. Parts of the world that nothing holds get exactly their momentum, however early the solver stops.
  void solve(const System& system, const BlockMatrix& matrix, MatrixWeights weights, std::span<const Vec3> r,
             std::span<const Vec3> start, std::span<Vec3> delta, double tolerance_factor, IntegrationReport& report);

 private:
  IntegratorOptions options_;
  PreconditionerKind preconditioner_;
  std::optional<ImplicitSolver> solver_;  ///< made with the first matrix
  std::int64_t assembly_ = -1;            ///< System::assemblies() when it was last used
};

}  // namespace muslin
