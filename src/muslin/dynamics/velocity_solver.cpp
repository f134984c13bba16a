#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/dynamics.hpp>
#include <muslin/dynamics/velocity_solver.hpp>
#include <numeric>
#include <utility>

namespace muslin {

void VelocitySolver::solve(const System& system, const BlockMatrix& matrix, MatrixWeights weights,
                           std::span<const Vec3> r, std::span<const Vec3> start, std::span<Vec3> delta,
                           const SolveAccuracy& accuracy, IntegrationReport& report) {
  if (!solver_) solver_.emplace(options_, preconditioner_, matrix, system.world().rigid_groups);
  const std::vector<std::uint8_t>& scripted = system.world().scripted;
  for (std::size_t i = 0; i < delta.size(); ++i)
    if (scripted[i] != 0) delta[i].setZero();

  // Momentum balance alone solves free fall, and leaves the solver less work for other motions.
  if (system.has_free_parts()) system.balance_momentum(weights, start, delta);
  const SolveReport solved =
      solver_->solve(matrix, std::exchange(assembly_, system.assemblies()) != system.assemblies(), scripted,
                     system.positions(), r, delta,
                     {.relative = accuracy.tolerance_factor * options_.tolerance,
                      .absolute = system.root_total_mass() * tolerance::kVelocityErrorFloor,
                      .max_error = system.root_total_mass() * accuracy.max_velocity_error});
  report.solver_iterations += solved.iterations;
  report.solver_residual = std::max(report.solver_residual, solved.relative_residual);
  report.solver_converged = report.solver_converged && solved.converged;

  if (system.has_free_parts()) system.balance_momentum(weights, start, delta);
}

}  // namespace muslin
