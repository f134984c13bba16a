#include <algorithm>
#include <array>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <muslin/core/assert.hpp>
#include <muslin/core/tolerances/rounding.hpp>
#include <muslin/geometry/predicates.hpp>

// The filters work as follows, with u = 2^-53 the unit roundoff. Every function below evaluates a sum of monomials in
// differences of coordinates, and next to it the permanent P: the same sum with every difference replaced by its
// absolute value and every minus by a plus. A monomial that undergoes k roundings before it enters the result is
// multiplied by (1+δ1)…(1+δk), |δi| ≤ u, so
//     |computed - exact| ≤ γk P,  γk = ku / (1 - ku),   and   computed P ≥ (1-u)^k P.
// Both hold while nothing underflows or overflows. Overflow cannot deceive: it makes P infinite or NaN, and no
// comparison with that holds. Differences never underflow (gradual underflow makes them exact there). A product that
// underflows is off by at most 2^-1075 more, times its later factors; `kUnderflow…` bounds the effect on the result and
// on P. The factors 16u and 8u below are at least 1.5 times γk, which covers the roundings of P and of the bound
// itself.

namespace muslin {
namespace {

using tolerance::kUnitRoundoff;

// There are 8 roundings: 3 differences, 2 products, 1 subtraction, 2 additions. Underflow affects six inner products,
// each times a difference of at most 2^300 (larger ones are not filtered), and three outer ones: the effect is below
// 2^-772.
constexpr double kRelativeError3d = 16 * kUnitRoundoff;
constexpr double kMaxDifference3d = 0x1p300;
constexpr double kUnderflow3d = 0x1p-760;

// There are 4 roundings: 2 differences, 1 product, 1 subtraction. Underflow affects two products.
constexpr double kRelativeError2d = 8 * kUnitRoundoff;
constexpr double kUnderflowSquare = 0x1p-1060;

/// An integer that is long enough without allocating memory when coordinates are of similar size.
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<
    512, 0, boost::multiprecision::signed_magnitude, boost::multiprecision::unchecked,
    std::allocator<boost::multiprecision::limb_type>>>;

/// Returns the coordinates times one power of two that makes all of them integers. A common positive factor does not
/// change the sign of a homogeneous polynomial.
template <std::size_t N>
std::array<Integer, N> as_integers(const std::array<double, N>& coordinates) {
  std::array<std::int64_t, N> significand{};
  std::array<int, N> exponent{};
  int lowest = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < N; ++i) {
    MUSLIN_ASSERT(std::isfinite(coordinates[i]));
    if (coordinates[i] == 0.0) continue;
    significand[i] = static_cast<std::int64_t>(std::ldexp(std::frexp(coordinates[i], &exponent[i]), 53));
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(significand[i]));
    significand[i] /= std::int64_t{1} << zeros;
    exponent[i] += zeros - 53;
    lowest = std::min(lowest, exponent[i]);
  }
  std::array<Integer, N> integers;
  for (std::size_t i = 0; i < N; ++i) {
    integers[i] = significand[i];
    if (significand[i] != 0) integers[i] <<= exponent[i] - lowest;
  }
  return integers;
}

int sign(double x) { return x > 0.0 ? 1 : (x < 0.0 ? -1 : 0); }

int orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const auto x = as_integers<12>({a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2]});
  std::array<Integer, 9> m;
  for (std::size_t i = 0; i < 9; ++i) m[i] = x[i + 3] - x[i % 3];
  const Integer det =
      m[0] * (m[4] * m[8] - m[5] * m[7]) + m[1] * (m[5] * m[6] - m[3] * m[8]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  return det.sign();
}

int orient2d_exact(const Vec2& a, const Vec2& b, const Vec2& c) {
  const auto x = as_integers<6>({a[0], a[1], b[0], b[1], c[0], c[1]});
  const Integer det = (x[2] - x[0]) * (x[5] - x[1]) - (x[3] - x[1]) * (x[4] - x[0]);
  return det.sign();
}

/// Returns whether every monomial of det(p, q, r) has a factor that is zero. Differences are zero exactly where
/// coordinates are equal, so the determinant is then zero too. This happens for points in a plane across an axis, and
/// for equal points.
bool every_monomial_vanishes(const Vec3& p, const Vec3& q, const Vec3& r) {
  const auto product = [](double x, double y, double z) { return x != 0.0 && y != 0.0 && z != 0.0; };
  return !(product(p[0], q[1], r[2]) || product(p[0], q[2], r[1]) || product(p[1], q[2], r[0]) ||
           product(p[1], q[0], r[2]) || product(p[2], q[0], r[1]) || product(p[2], q[1], r[0]));
}

}  // namespace

int orient3d_sign(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 p = b - a, q = c - a, r = d - a;
  const double yz = q[1] * r[2], zy = q[2] * r[1], zx = q[2] * r[0], xz = q[0] * r[2], xy = q[0] * r[1],
               yx = q[1] * r[0];
  const double det = p[0] * (yz - zy) + p[1] * (zx - xz) + p[2] * (xy - yx);
  const double permanent = std::abs(p[0]) * (std::abs(yz) + std::abs(zy)) +
                           std::abs(p[1]) * (std::abs(zx) + std::abs(xz)) +
                           std::abs(p[2]) * (std::abs(xy) + std::abs(yx));
  const bool in_range =
      std::max({p.cwiseAbs().maxCoeff(), q.cwiseAbs().maxCoeff(), r.cwiseAbs().maxCoeff()}) <= kMaxDifference3d;
  if (in_range && std::abs(det) > kRelativeError3d * permanent + kUnderflow3d) return sign(det);
  if (every_monomial_vanishes(p, q, r)) return 0;
  return orient3d_exact(a, b, c, d);
}

int orient2d_sign(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Vec2 p = b - a, q = c - a;
  const double left = p[0] * q[1], right = p[1] * q[0];
  const double det = left - right;
  if (std::abs(det) > kRelativeError2d * (std::abs(left) + std::abs(right)) + kUnderflowSquare) return sign(det);
  if ((p[0] == 0.0 || q[1] == 0.0) && (p[1] == 0.0 || q[0] == 0.0)) return 0;
  return orient2d_exact(a, b, c);
}

int orient2d_sign(const Vec3& a, const Vec3& b, const Vec3& c, Axes axes) {
  const auto seen = [&](const Vec3& x) { return Vec2(x[axes.first], x[axes.second]); };
  return orient2d_sign(seen(a), seen(b), seen(c));
}

bool are_collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  return orient2d_sign(a, b, c, {0, 1}) == 0 && orient2d_sign(a, b, c, {1, 2}) == 0 &&
         orient2d_sign(a, b, c, {2, 0}) == 0;
}

}  // namespace muslin
