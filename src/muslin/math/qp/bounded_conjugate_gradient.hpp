#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace muslin {

/// What BoundedConjugateGradient asks of A, symmetric and positive definite.
class BoundedMatrix {
 public:
  virtual ~BoundedMatrix() = default;
  virtual void multiply(std::span<const double> x, std::span<double> y) = 0;  ///< y = A x
  /// From now on: these of the unknowns are free (1), the others stay where they are (0).
  virtual void set_free(std::span<const std::uint8_t> is_free) = 0;
  /// z ≈ A⁻¹ r among the free ones, symmetric and positive definite; 0 for the others.
  virtual void precondition(std::span<const double> r, std::span<double> z) = 0;
};

/// min ½ xᵀ A x - bᵀ x,  x ≥ lower_bound. Which unknowns are at their bounds is found on the way: conjugate gradients
/// among those that are above theirs or want to be, as if there were no bounds, until what is wrong with them is a
/// tenth; what went below its bound is put there; and so on from there. If that is no better than before, it goes half
/// the way, and so on: the objective never grows. For many unknowns that take a preconditioner; without one, and for
/// other sets than numbers above a bound, there is BoundedMinimiser.
class BoundedConjugateGradient {
 public:
  struct Problem {
    std::span<const double> b;
    std::span<const double> lower_bound;  ///< -∞: none
    double tolerance = 0.0;  ///< the largest |b - A x| of an unknown above its bound, and b - A x of one at it
    int max_iterations = 0;  ///< products with A
  };
  struct Report {
    int iterations = 0;
    bool converged = false;  ///< within the tolerance
  };
  /// x: in, a guess, the better the fewer iterations.
  [[nodiscard]] Report solve(BoundedMatrix& matrix, const Problem& problem, std::span<double> x);

 private:
  void compute_residual(BoundedMatrix& matrix, const Problem& problem, std::span<const double> x,
                        std::vector<double>& residual);
  void choose_free_set(BoundedMatrix& matrix, const Problem& problem, std::span<const double> x);
  [[nodiscard]] bool minimise_on_free_set(BoundedMatrix& matrix, const Problem& problem, std::span<const double> x);
  [[nodiscard]] bool backtrack(BoundedMatrix& matrix, const Problem& problem, std::span<const double> x);

  std::vector<double> residual_, preconditioned_, direction_, image_;
  std::vector<double> trial_, trial_residual_, end_;
  std::vector<std::uint8_t> is_free_, was_free_;
  int iterations_ = 0;
};

}  // namespace muslin
