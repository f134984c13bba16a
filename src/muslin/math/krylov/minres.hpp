#pragma once
#include <functional>
#include <span>
#include <vector>

namespace muslin {

struct MinresOptions {
  double tolerance = 1e-10;         ///< stop at |r| ≤ tolerance |b|
  double absolute_tolerance = 0.0;  ///< or at |r| ≤ this
  int max_iterations = 1000;
};

struct MinresReport {
  bool converged = false;
  int iterations = 0;     ///< products with the matrix
  double residual = 0.0;  ///< |b - A x|, as the recurrence has it; with a preconditioner |r| = √(rᵀP⁻¹r)
};

/// Minimal residuals [PaigeSaunders75] for symmetric matrices, definite or not, singular or not. Begins at x = 0: where
/// the system is consistent, the answer is the one of least norm. Keeps its vectors from solve to solve.
class Minres {
 public:
  /// y = A x, or P⁻¹ x.
  using Product = std::function<void(std::span<const double> x, std::span<double> y)>;

  /// Solves A x = b; x is overwritten. `precondition`, if there is one, must be symmetric and positive definite.
  MinresReport solve(const Product& multiply, std::span<const double> b, std::span<double> x,
                     const MinresOptions& options = {}, const Product& precondition = {});

 private:
  std::vector<double> v_, v_before_, product_, z_, z_next_, w_, w_before_, w_next_;
};

}  // namespace muslin
