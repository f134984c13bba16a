#pragma once
#include <limits>
#include <memory>
#include <muslin/dynamics/integrator_options.hpp>
#include <muslin/math/direct/sparse_cholesky.hpp>
#include <muslin/math/krylov/conjugate_gradient.hpp>
#include <muslin/math/krylov/rigid_preconditioner.hpp>
#include <vector>

namespace muslin {

struct SolveReport {
  int iterations = 0;  ///< 0 if solved directly
  double relative_residual = 0.0;
  bool converged = true;
};

/// The stopping criterion of conjugate gradients; see ConjugateGradientOptions.
struct SolveTolerance {
  double relative = 1e-3;
  double absolute = 0.0;
  double max_error = std::numeric_limits<double>::infinity();
};

/// The linear solver of the implicit integrators. It uses conjugate gradients or a direct solver, as the options
/// request, or whichever is faster for the pattern. The choice depends on the pattern alone, so it is the same in every
/// run. Systems with rigid groups of vertices are always solved by conjugate gradients.
class ImplicitSolver {
 public:
  /// Each of the `rigid_groups` holds vertices that move as one rigid body.
  ImplicitSolver(const IntegratorOptions& options, PreconditionerKind preconditioner, const BlockMatrix& matrix,
                 const std::vector<std::vector<VertexId>>& rigid_groups = {});

  /// Solves A x = b for the vertices that are not fixed. On entry x holds an initial guess, and the values of the fixed
  /// vertices. `is_new` tells whether the matrix differs from that of the last call in more than its couplings; if not,
  /// the preconditioner is kept. `places` holds the positions of the vertices [m]; it is read only with rigid groups.
  [[nodiscard]] SolveReport solve(const BlockMatrix& matrix, bool is_new, FixedMask fixed, std::span<const Vec3> places,
                                  std::span<const Vec3> b, std::span<Vec3> x, SolveTolerance tolerance);

 private:
  IntegratorOptions options_;
  std::unique_ptr<SparseCholesky> direct_;  ///< null if conjugate gradients are used
  std::unique_ptr<Preconditioner> preconditioner_;
  std::unique_ptr<Preconditioner> fallback_;  ///< positive definite whenever the matrix is; null with rigid groups
  RigidPreconditioner* rigid_ = nullptr;      ///< the preconditioner, if there are rigid groups
  bool is_current_ = false;                   ///< whether the preconditioner fits the matrix, apart from couplings
  ConjugateGradient conjugate_gradient_;
};

}  // namespace muslin
