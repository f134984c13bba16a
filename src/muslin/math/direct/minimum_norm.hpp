#pragma once
#include <Eigen/QR>

namespace muslin {

/// Solves least-squares problems with minimum norm for a small dense matrix B whose rows may depend on each other, by a
/// rank-revealing complete orthogonal decomposition. With A = B Bᵀ it solves A λ = b without forming A, so the
/// condition number of B is not squared.
class MinimumNorm {
 public:
  void factorise(const Eigen::MatrixXd& rows);
  [[nodiscard]] Eigen::Index rank() const { return decomposition_.rank(); }

  /// Returns λ = (B Bᵀ)⁺ b.
  [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition_;
};

}  // namespace muslin
