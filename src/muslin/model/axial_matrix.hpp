#pragma once
#include <muslin/core/types.hpp>

namespace muslin::detail {

/// Returns along·n nᵀ + across·(I - n nᵀ) for a unit vector n, and across·I for n = 0. The result is symmetric to the
/// last bit, because one half is computed and the other copied; n_i (s n_j) alone would not be.
[[nodiscard]] inline Mat3 axial_matrix(const Vec3& n, double along, double across) {
  const Vec3 scaled = (along - across) * n;
  Mat3 result;
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i <= j; ++i) result(i, j) = result(j, i) = n[i] * scaled[j];
  }
  result.diagonal().array() += across;
  return result;
}

}  // namespace muslin::detail
