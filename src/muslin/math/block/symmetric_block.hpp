#pragma once
#include <muslin/core/types.hpp>

namespace muslin {

/// A symmetric 3×3 matrix, stored as six numbers.
struct SymmetricBlock {
  double xx = 0.0, xy = 0.0, xz = 0.0, yy = 0.0, yz = 0.0, zz = 0.0;

  SymmetricBlock() = default;
  /// Reads the lower triangle of `m`.
  explicit SymmetricBlock(const Mat3& m)
      : xx(m(0, 0)), xy(m(1, 0)), xz(m(2, 0)), yy(m(1, 1)), yz(m(2, 1)), zz(m(2, 2)) {}

  void add(double factor, const SymmetricBlock& other) {
    xx += factor * other.xx;
    xy += factor * other.xy;
    xz += factor * other.xz;
    yy += factor * other.yy;
    yz += factor * other.yz;
    zz += factor * other.zz;
  }

  /// Computes sum += this · v.
  void add_product(const Vec3& v, Vec3& sum) const {
    sum[0] += xx * v[0] + xy * v[1] + xz * v[2];
    sum[1] += xy * v[0] + yy * v[1] + yz * v[2];
    sum[2] += xz * v[0] + yz * v[1] + zz * v[2];
  }

  [[nodiscard]] Mat3 matrix() const {
    Mat3 m;
    m << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return m;
  }
};

}  // namespace muslin
