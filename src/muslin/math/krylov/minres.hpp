#pragma once
#include <functional>
#include <span>
#include <vector>

namespace muslin {

struct MinresOptions {
  double tolerance = 1e-10;         ///< the solver stops at |r| ≤ tolerance |b|
  double absolute_tolerance = 0.0;  ///< or at |r| ≤ absolute_tolerance
  int max_iterations = 1000;
};

struct MinresReport {
  bool converged = false;
  int iterations = 0;     ///< products with the matrix
  double residual = 0.0;  ///< |b - A x| by the recurrence; with a preconditioner |r| = √(rᵀP⁻¹r)
};

/// The minimal-residual method [PaigeSaunders75] for symmetric matrices, which may be indefinite or singular. It begins
/// at x = 0: if the system is consistent, it finds the solution of minimum norm. The object keeps its vectors from
/// solve to solve.
class Minres {
 public:
  /// Computes y = A x, or P⁻¹ x.
  using Product = std::function<void(std::span<const double> x, std::span<double> y)>;

  /// Solves A x = b; x is overwritten. `precondition`, if given, must be symmetric and positive definite.
  MinresReport solve(const Product& multiply, std::span<const double> b, std::span<double> x,
                     const MinresOptions& options = {}, const Product& precondition = {});

 private:
  std::vector<double> v_, v_before_, product_, z_, z_next_, w_, w_before_, w_next_;
};

}  // namespace muslin
