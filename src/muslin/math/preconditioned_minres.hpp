#pragma once
#include <functional>
#include <span>
#include <vector>

namespace muslin {

/// Minimal residuals [PaigeSaunders75] with a positive definite preconditioner, for symmetric systems that are not
/// definite. Keeps its vectors from solve to solve.
class PreconditionedMinres {
 public:
  /// y = A x, or z = P⁻¹ r.
  using Product = std::function<void(std::span<const double> x, std::span<double> y)>;

  struct Report {
    bool converged = false;
    int iterations = 0;     ///< products with the matrix
    double residual = 0.0;  ///< √(rᵀP⁻¹r), as the recurrence has it
  };
  /// Solves A x = b from x = 0, to a residual √(rᵀP⁻¹r) of at most `tolerance`.
  Report solve(const Product& multiply, const Product& precondition, std::span<const double> b, double tolerance,
               int max_iterations, std::span<double> x);

 private:
  std::vector<double> v_, v_before_, v_next_, z_, z_next_, w_, w_before_, w_next_, product_;
};

}  // namespace muslin
