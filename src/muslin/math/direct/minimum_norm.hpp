#pragma once
#include <Eigen/QR>

namespace muslin {

/// Solves least-squares problems with minimum norm for a small dense matrix B whose rows may depend on each other, by a
/// rank-revealing complete orthogonal decomposition. With A = B Bᵀ it solves A λ = b without forming A, so the
/// condition number of B is not squared.
class MinimumNorm {
 public:
  /// Directions in which B is smaller than this, relative to its largest, count as zero [1]. Contacts that two
  /// triangles report at their common side differ by rounding: satisfying both to the last bit would take huge impulses
  /// that cancel.
  static constexpr double kRankTolerance = 1e-7;

  void factorise(const Eigen::MatrixXd& rows) {
    decomposition_.setThreshold(kRankTolerance);
    decomposition_.compute(rows);
  }
  [[nodiscard]] Eigen::Index rank() const { return decomposition_.rank(); }

  /// Returns λ = (B Bᵀ)⁺ b.
  [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& b) const {
    return decomposition_.transpose().solve(decomposition_.solve(b));
  }

 private:
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition_;
};

}  // namespace muslin
