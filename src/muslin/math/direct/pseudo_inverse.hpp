#pragma once
#include <Eigen/Eigenvalues>
#include <muslin/core/tolerances/math.hpp>

namespace muslin {

/// Returns the pseudo-inverse of a symmetric positive semidefinite matrix. It is zero in directions of zero
/// eigenvalues, and altogether if an entry is not finite.
template <int Size>
[[nodiscard]] Eigen::Matrix<double, Size, Size> pseudo_inverse(const Eigen::Matrix<double, Size, Size>& matrix) {
  Eigen::Matrix<double, Size, Size> inverse = Eigen::Matrix<double, Size, Size>::Zero();
  if (!matrix.allFinite()) return inverse;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, Size, Size>> axes(matrix);
  for (int k = 0; k < Size; ++k) {
    const double value = axes.eigenvalues()[k];
    if (value > tolerance::kNegligibleEigenvalueRatio * axes.eigenvalues()[Size - 1])
      inverse += axes.eigenvectors().col(k) * axes.eigenvectors().col(k).transpose() / value;
  }
  return inverse;
}

}  // namespace muslin
