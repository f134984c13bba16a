#pragma once
#include <limits>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/krylov/preconditioner.hpp>
#include <span>
#include <vector>

namespace muslin {

struct ConjugateGradientOptions {
  /// The solver stops at √(rᵀPr) ≤ tolerance · √(bᵀPb), with r the residual, b the right-hand side of the free vertices
  /// and P the preconditioner. As P ≈ A⁻¹, this is about the error of x relative to x, both in the energy norm √(eᵀAe).
  /// It weighs soft motions (falling, folding) and stiff ones (stretching) alike, whereas the plain |r| ≤ tolerance ·
  /// |b| would stop as soon as the stiff ones are right.
  double tolerance = 1e-3;
  /// The solver also stops at √(rᵀPr) ≤ absolute_tolerance, in the units of √(xᵀAx): an error that no longer matters.
  double absolute_tolerance = 0.0;
  /// It does not stop above this value, in the same units: an error that matters however large b is.
  double max_error = std::numeric_limits<double>::infinity();
  int max_iterations = 1000;
};

struct ConjugateGradientReport {
  enum class Status {
    converged,
    iteration_limit,  ///< x is the best iterate so far
    breakdown,        ///< the matrix or preconditioner is not positive definite, or progress has ended
    non_finite,       ///< an input is not finite, or a number overflowed; x is the last finite iterate
  };
  Status status = Status::iteration_limit;
  int iterations = 0;              ///< products with the matrix, except those for the first residual
  double relative_residual = 0.0;  ///< √(rᵀPr) / √(bᵀPb) at the end; NaN if non_finite before the first iteration
  [[nodiscard]] bool converged() const { return status == Status::converged; }
};

/// Preconditioned conjugate gradients in the flexible form (β by Polak and Ribière) [Notay00]. At the cost of one more
/// dot product, this form tolerates a preconditioner that is symmetric only up to its rounding. The object keeps its
/// vectors from solve to solve.
class ConjugateGradient {
 public:
  /// Solves A x = b for the free vertices. On entry x contains a guess for them (zero will do) and the prescribed
  /// values of the fixed ones, which stay. b is not read at fixed vertices. `preconditioner` must have been refreshed
  /// for the same A and `fixed`. If the right-hand side is zero for all free vertices, x = 0 there.
  [[nodiscard]] ConjugateGradientReport solve(const BlockMatrix& matrix, Preconditioner& preconditioner,
                                              FixedMask fixed, std::span<const Vec3> b, std::span<Vec3> x,
                                              const ConjugateGradientOptions& options = {});

 private:
  double reference_norm(const BlockMatrix& matrix, Preconditioner& preconditioner, FixedMask fixed,
                        std::span<const Vec3> b, std::span<const Vec3> x);

  std::vector<Vec3> residual_, preconditioned_, direction_, product_;
  std::vector<double> chunk_sums_;
};

}  // namespace muslin
