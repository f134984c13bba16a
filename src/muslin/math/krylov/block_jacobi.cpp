#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/math/krylov/block_jacobi.hpp>

namespace muslin {
Mat3 safe_inverse(const Mat3& a) {
  // The inverse is computed by LDLᵀ: its pivots show whether the block is positive definite, and they do not overflow
  // as the determinant of small or large blocks does.
  const double d0 = a(0, 0);
  const double l10 = a(1, 0) / d0, l20 = a(2, 0) / d0;
  const double d1 = a(1, 1) - l10 * a(1, 0);
  const double s21 = a(2, 1) - l20 * a(1, 0);
  const double l21 = s21 / d1;
  const double d2 = a(2, 2) - l20 * a(2, 0) - l21 * s21;
  const double i0 = 1.0 / d0, i1 = 1.0 / d1, i2 = 1.0 / d2;
  if (d0 > 0 && d1 > 0 && d2 > 0 && std::isfinite(i0) && std::isfinite(i1) && std::isfinite(i2)) {
    const double m20 = l10 * l21 - l20;  // entries of L⁻¹: 1, -l10, m20; 1, -l21; 1
    Mat3 inverse;
    inverse(2, 2) = i2;
    inverse(1, 1) = i1 + l21 * l21 * i2;
    inverse(0, 0) = i0 + l10 * l10 * i1 + m20 * m20 * i2;
    inverse(1, 2) = inverse(2, 1) = -l21 * i2;
    inverse(0, 2) = inverse(2, 0) = m20 * i2;
    inverse(0, 1) = inverse(1, 0) = -l10 * i1 - m20 * l21 * i2;
    if (inverse.allFinite()) return inverse;
  }
  Mat3 diagonal = Mat3::Zero();
  for (int k = 0; k < 3; ++k) {
    const double reciprocal = 1.0 / a(k, k);
    diagonal(k, k) = reciprocal > 0 && std::isfinite(reciprocal) ? reciprocal : 1.0;
  }
  return diagonal;
}

void BlockJacobi::refresh(const BlockMatrix& matrix, FixedMask fixed) {
  MUSLIN_ASSERT(matrix.vertex_count() == inverses_.size() && (fixed.empty() || fixed.size() == inverses_.size()));
  parallel_for(inverses_.size(), kElementsPerChunk, [&](std::size_t i) {
    inverses_[i] = is_fixed(fixed, i) ? Mat3(Mat3::Zero()) : safe_inverse(matrix.diagonal(VertexId(i)));
  });
}

void BlockJacobi::apply(std::span<const Vec3> r, std::span<Vec3> z) {
  MUSLIN_ASSERT(r.size() == inverses_.size() && z.size() == inverses_.size());
  parallel_for(inverses_.size(), kElementsPerChunk, [&](std::size_t i) { z[i].noalias() = inverses_[i] * r[i]; });
}

}  // namespace muslin
