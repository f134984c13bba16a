#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace muslin {

/// The interface to A that BoundedConjugateGradient needs. A is symmetric and positive definite.
class BoundedMatrix {
 public:
  virtual ~BoundedMatrix() = default;
  virtual void multiply(std::span<const double> x, std::span<double> y) = 0;  ///< y = A x
  /// Sets which unknowns are free (1) from now on; the others keep their values (0).
  virtual void set_free(std::span<const std::uint8_t> is_free) = 0;
  /// Computes z ≈ A⁻¹ r on the free unknowns, symmetric and positive definite, and z = 0 for the others.
  virtual void precondition(std::span<const double> r, std::span<double> z) = 0;
};

/// Minimises ½ xᵀ A x - bᵀ x subject to x ≥ lower_bound. The set of unknowns at their bounds is found during the solve:
/// conjugate gradients run on the free set (the unknowns that are above their bounds, or whose residual points above
/// them) without regard to bounds until the residual drops tenfold. Unknowns below their bounds are then projected onto
/// them, and the method continues from there. If that does not lower the objective, the step is halved repeatedly, so
/// the objective never grows. The class is for many unknowns with a preconditioner; BoundedMinimiser works without one,
/// and for other convex sets.
class BoundedConjugateGradient {
 public:
  struct Problem {
    std::span<const double> b;
    std::span<const double> lower_bound;  ///< -∞ for none
    double tolerance = 0.0;               ///< largest allowed |b - A x| above the bound, and b - A x at it
    int max_iterations = 0;               ///< largest number of products with A
  };
  struct Report {
    int iterations = 0;
    bool converged = false;  ///< true if within the tolerance
  };
  /// On entry x is a guess; a better guess takes fewer iterations.
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
