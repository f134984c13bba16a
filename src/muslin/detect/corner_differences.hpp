#pragma once
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <limits>
#include <muslin/contact/contact.hpp>

namespace muslin::detail {

template <class Real>
using Vector = Eigen::Matrix<Real, 3, 1>;

/// The motion of a pair, in the form that a test with a separating direction needs. For fixed t, the difference of any
/// two points, one of each element, is a convex combination of the K corner differences D_j(t) = D_j(0) + t (D_j(1) -
/// D_j(0)), each linear in t. These are vertex minus corners (K = 3 or 2), or corners of one edge minus corners of the
/// other (K = 4). The pair is apart at t exactly when some direction n has n·D_j(t) > 0 for all j.
///
/// `Real` is double, or long double for the pairs that double cannot decide.
template <class Real, int K>
struct CornerDifferences {
  // The proofs require plain IEEE arithmetic in the declared type and use its unit round-off.
  static_assert(std::numeric_limits<Real>::is_iec559 && FLT_EVAL_METHOD == 0);
  static_assert(std::numeric_limits<Real>::digits == 53 || std::numeric_limits<Real>::digits == 64 ||
                std::numeric_limits<Real>::digits == 113);
  /// Unit round-off u: fl(a op b) = (a op b)(1 + δ) with |δ| ≤ u.
  static constexpr Real kUnitRoundoff = std::numeric_limits<Real>::epsilon() / 2;

  std::array<Vector<Real>, K> start;  ///< D_j(0), each coordinate rounded once
  std::array<Vector<Real>, K> end;    ///< D_j(1), each coordinate rounded once
  Vector<Real> bound;                 ///< largest |coordinate| of all differences per axis; set by measure()
  bool apart = false;                 ///< whether a coordinate axis separates the pair over the whole step; set by
                                      ///< measure()

  explicit CornerDifferences(const StencilMotion& motion) {
    fill(start, motion.start);
    fill(end, motion.end);
  }

  /// Sets `bound` and `apart`. Returns whether all numbers are in the range for which the separation proof holds and
  /// none is NaN (which minima and maxima would drop). `apart` is true if the sign of one coordinate proves the pair
  /// further apart than `separation` over the whole step. That needs no error bound: rounding is monotone, so fl(a -
  /// b) > s only if a - b > s.
  [[nodiscard]] bool measure(Real separation) {
    bool in_range = true;
    for (int axis = 0; axis < 3; ++axis) {
      Real low = start[0][axis], high = low, sum = 0;
      for (int j = 0; j < K; ++j) {
        low = std::min(low, std::min(start[j][axis], end[j][axis]));
        high = std::max(high, std::max(start[j][axis], end[j][axis]));
        sum += start[j][axis] + end[j][axis];
      }
      bound[axis] = std::max(std::abs(low), std::abs(high));
      apart |= low > separation || high < -separation;
      in_range &= bound[axis] < Real(0x1p600) && !std::isnan(sum);
    }
    return in_range;
  }

  [[nodiscard]] std::array<Vector<Real>, K> at(Real t) const {
    std::array<Vector<Real>, K> d;
    for (int j = 0; j < K; ++j) d[j] = start[j] + t * (end[j] - start[j]);
    return d;
  }

 private:
  static void fill(std::array<Vector<Real>, K>& d, const std::array<Vec3, 4>& x) {
    for (int j = 0; j < K; ++j) {
      const Vec3& upper = K == 4 ? x[j / 2] : x[3];
      const Vec3& lower = K == 4 ? x[2 + j % 2] : x[j];
      for (int axis = 0; axis < 3; ++axis) d[j][axis] = Real(upper[axis]) - Real(lower[axis]);
    }
  }
};

}  // namespace muslin::detail
