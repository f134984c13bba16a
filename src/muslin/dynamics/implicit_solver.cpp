#include <muslin/dynamics/implicit_solver.hpp>

namespace muslin {

namespace {

/// Returns whether a matrix is that of cables alone, in which a vertex is coupled to the next two. Its factor has
/// hardly more entries than the matrix, while conjugate gradients propagate errors by one segment per iteration.
bool is_of_cables(const BlockMatrix& matrix) {
  const std::size_t n = matrix.vertex_count();
  return matrix.block_pattern().slot_count() <= 3 * n && matrix.scalar_pattern().slot_count() <= n;
}

}  // namespace

// Selects the faster of the two solvers, as measured one step at a time on one core (cotton at 5 ms; cables of 1 m at 2
// ms; factors computed column by column, where panels take a third of the time for sheets). The direct solver took 0.4,
// 4.7, 13, 173 ms for sheets of 8², 16², 24², 50² vertices, and conjugate gradients 0.03, 0.2, 0.4, 4 ms. For cables of
// 60 and 1,000 segments, the direct solver took 0.06 and 0.5 ms, and conjugate gradients 0.07 and 8.9 ms.
ImplicitSolver::ImplicitSolver(const IntegratorOptions& options, PreconditionerKind preconditioner,
                               const BlockMatrix& matrix, const std::vector<std::vector<VertexId>>& rigid_groups)
    : options_(options) {
  const bool direct =
      options.solver == LinearSolver::direct || (options.solver == LinearSolver::automatic && is_of_cables(matrix));
  if (direct && rigid_groups.empty()) direct_ = std::make_unique<SparseCholesky>(matrix);
  preconditioner_ = make_preconditioner(preconditioner, matrix);
  if (rigid_groups.empty()) {
    if (preconditioner != PreconditionerKind::block_jacobi)
      fallback_ = make_preconditioner(PreconditionerKind::block_jacobi, matrix);
    return;
  }
  auto rigid = std::make_unique<RigidPreconditioner>(std::move(preconditioner_), rigid_groups);
  rigid_ = rigid.get();
  preconditioner_ = std::move(rigid);
}

SolveReport ImplicitSolver::solve(const BlockMatrix& matrix, bool is_new, FixedMask fixed, std::span<const Vec3> places,
                                  std::span<const Vec3> b, std::span<Vec3> x, SolveTolerance tolerance) {
  is_current_ = is_current_ && !is_new;
  if (direct_ && matrix.couplings().empty() && direct_->factorise(matrix, fixed)) {
    direct_->solve(matrix, b, x);
    return {};
  }
  if (!is_current_ && rigid_ != nullptr) rigid_->set_positions(places);
  if (!is_current_) preconditioner_->refresh(matrix, fixed);
  is_current_ = true;
  if (rigid_ != nullptr) rigid_->project_to_rigid(x);
  const ConjugateGradientOptions options{.tolerance = tolerance.relative,
                                         .absolute_tolerance = tolerance.absolute,
                                         .max_error = tolerance.max_error,
                                         .max_iterations = options_.max_iterations};
  ConjugateGradientReport report = conjugate_gradient_.solve(matrix, *preconditioner_, fixed, b, x, options);
  using Ending = ConjugateGradientReport::Status;
  if (fallback_ && (report.status == Ending::breakdown || report.status == Ending::non_finite)) {
    // Where bending is stiff and vertices are light, a V-cycle or an incomplete factor may be indefinite. The guess
    // would remain as it is: cloth without any elastic force.
    fallback_->refresh(matrix, fixed);
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!is_fixed(fixed, i) && !x[i].allFinite()) x[i].setZero();
    const int iterations = report.iterations;
    report = conjugate_gradient_.solve(matrix, *fallback_, fixed, b, x, options);
    report.iterations += iterations;
  }
  return {
      .iterations = report.iterations, .relative_residual = report.relative_residual, .converged = report.converged()};
}

}  // namespace muslin
