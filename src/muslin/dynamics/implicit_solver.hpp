#pragma once
#include <memory>
#include <muslin/dynamics/integrator_options.hpp>
#include <muslin/math/direct/sparse_cholesky.hpp>
#include <muslin/math/krylov/conjugate_gradient.hpp>
#include <muslin/math/krylov/rigid_preconditioner.hpp>
#include <vector>

namespace muslin {

struct SolveReport {
  int iterations = 0;  ///< 0: solved directly
  double relative_residual = 0.0;
  bool converged = true;
};

/// When conjugate gradients stop; see ConjugateGradientOptions.
struct SolveTolerance {
  double relative = 1e-3;
  double absolute = 0.0;
};

/// The linear solver of the implicit integrators: by conjugate gradients or directly, as asked for or as is faster for
/// the pattern. Which one that is depends on the pattern alone, so it is the same in every run; rigid groups of
/// vertices are always solved by conjugate gradients.
class ImplicitSolver {
 public:
  /// `rigid_groups`: of vertices that move as one.
  ImplicitSolver(const IntegratorOptions& options, PreconditionerKind preconditioner, const BlockMatrix& matrix,
                 const std::vector<std::vector<VertexId>>& rigid_groups = {});

  /// Solves A x = b for the vertices that are not fixed; x comes in with a guess, and with the values of fixed ones.
  /// `is_new`: is the matrix another one than last time, not only in its couplings? If not, the preconditioner is kept.
  /// `places`: where the vertices are; not read without rigid groups.
  [[nodiscard]] SolveReport solve(const BlockMatrix& matrix, bool is_new, FixedMask fixed, std::span<const Vec3> places,
                                  std::span<const Vec3> b, std::span<Vec3> x, SolveTolerance tolerance);

 private:
  IntegratorOptions options_;
  std::unique_ptr<SparseCholesky> direct_;  ///< null: by conjugate gradients
  std::unique_ptr<Preconditioner> preconditioner_;
  RigidPreconditioner* rigid_ = nullptr;  ///< what that is, where there are rigid groups
  bool is_current_ = false;               ///< that of the matrix, but for couplings
  ConjugateGradient conjugate_gradient_;
};

}  // namespace muslin
