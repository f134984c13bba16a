#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <muslin/contact/contact.hpp>

/// Elements that are further apart than they move cannot collide. This is the cheapest proof that a pair stays apart.
///
/// A difference of points of the two elements is a convex combination Σ wⱼ Dⱼ(t) of their corner differences (vertex
/// minus corners, or corners of one edge minus those of the other), and Dⱼ(t) = Dⱼ(0) + t Δⱼ. So with d₀ the distance
/// at the start and R = max |Δⱼ|, the distance at any t in [0, 1] is at least d₀ - R. The functions below compute a
/// lower bound of d₀ and a test with an upper bound of R. The unit round-off is u = 2⁻⁵³, with round to nearest and no
/// contraction.
namespace muslin::detail {

/// Calls visit(upper, lower) with the vertices of each corner difference of a stencil.
template <class Visit>
inline void for_each_corner(StencilKind kind, const Visit& visit) {
  switch (kind) {
    case StencilKind::vertex_triangle:
      visit(3, 0);
      visit(3, 1);
      visit(3, 2);
      return;
    case StencilKind::edge_edge:
      visit(2, 0);
      visit(2, 1);
      visit(3, 0);
      visit(3, 1);
      return;
    case StencilKind::vertex_edge:
      visit(3, 0);
      visit(3, 1);
      return;
  }
}

inline constexpr double kUnitRoundoff = std::numeric_limits<double>::epsilon() / 2;

/// Returns a lower bound of the smallest height n·Dⱼ along any direction n, in exact arithmetic for the given doubles.
/// Returns zero if n proves nothing: for a height that is not positive, for numbers that are not finite, and where |n|²
/// could underflow or overflow.
///
/// Proof. With M_k = max |D_jk| as computed and S = Σ |n_k| M_k, a computed height n·Dⱼ is within 4uS + O(u²)S of the
/// exact one (steps 1 and 2 of separation_proof.hpp), and three products that underflow lose at most 2⁻¹⁰⁷³. The
/// subtracted amount, E = 8uS + 2⁻¹⁰⁰⁰, has six roundings, and the difference rounds once, so it still exceeds that
/// error. (It is also a normal number; subnormal numbers slow processors down.) A height or S that overflows leaves -∞
/// or NaN, which is not positive.
[[nodiscard]] inline double height_lower_bound(StencilKind kind, const std::array<Vec3, 4>& position, const Vec3& n) {
  constexpr double kUnderflow = 0x1p-1000;
  const double size = n.cwiseAbs().maxCoeff();
  if (!(size > 0x1p-300 && size < 0x1p300)) return 0;
  double smallest = std::numeric_limits<double>::infinity(), sum = 0;
  Vec3 bound = Vec3::Zero();
  for_each_corner(kind, [&](std::size_t upper, std::size_t lower) {
    const Vec3 d = position[upper] - position[lower];
    const double height = n[0] * d[0] + n[1] * d[1] + n[2] * d[2];
    smallest = std::min(smallest, height);
    sum += height;  // becomes NaN if a height is; minima would drop it
    bound = bound.cwiseMax(d.cwiseAbs());
  });
  const double error =
      8 * kUnitRoundoff * (std::abs(n[0]) * bound[0] + std::abs(n[1]) * bound[1] + std::abs(n[2]) * bound[2]) +
      kUnderflow;
  const double height = smallest - error;
  return height > 0 && !std::isnan(sum) ? height : 0;
}

/// Returns |n| rounded up, for directions that height_lower_bound() accepts. The computed length is accurate within 4u,
/// and its product rounds once, which together is less than the 16u that are added.
[[nodiscard]] inline double length_upper_bound(const Vec3& n) {
  return std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) * (1 + 16 * kUnitRoundoff);
}

/// Returns a lower bound of the distance of two elements at `position` [m], in exact arithmetic for the given doubles,
/// from any direction n of any length. Along the gap of their closest points the bound equals the distance up to some
/// 1e-15 of the size of the pair. It is zero if n proves nothing. The distance is at least min n·Dⱼ / |n|; the quotient
/// rounds once, which the margin of length_upper_bound() more than covers.
[[nodiscard]] inline double distance_lower_bound(StencilKind kind, const std::array<Vec3, 4>& position, const Vec3& n) {
  const double height = height_lower_bound(kind, position, n);
  return height > 0 ? height / length_upper_bound(n) : 0;
}

/// Guesses a direction that separates two elements, from the first to the second: the difference of their centres. It
/// works well for neighbours in a sheet and costs a fraction of closest points.
[[nodiscard]] inline Vec3 centre_difference(StencilKind kind, const std::array<Vec3, 4>& x) {
  switch (kind) {
    case StencilKind::vertex_triangle:
      return 3 * x[3] - (x[0] + x[1] + x[2]);
    case StencilKind::edge_edge:
      return (x[2] + x[3]) - (x[0] + x[1]);
    case StencilKind::vertex_edge:
      break;
  }
  return 2 * x[3] - (x[0] + x[1]);
}

/// Proves R < `limit` [m], in exact arithmetic, from the motions m = fl(end - start) of the four vertices. False means
/// not proved, or that a number is not finite.
///
/// Proof. Let A be the largest |m_ik|. Each coordinate of a motion is accurate within u of itself. So a coordinate of a
/// difference is within 2u(1 + 2u)A of the exact one before its own rounding, which adds u of its own size; and
/// |Δⱼ| ≤ (1 + u)|computed difference| + 3.5uA. The computed square of its length is accurate within 4u. So it is
/// enough to compare it with the square of (limit - 8uA)(1 - 16u), whose own roundings amount to less than 8u. With
/// limits above 2⁻⁵⁰⁰, squares that underflow are too small to matter.
[[nodiscard]] inline bool relative_motion_is_below(StencilKind kind, const std::array<Vec3, 4>& motion, double limit) {
  const double largest = motion[0]
                             .cwiseAbs()
                             .cwiseMax(motion[1].cwiseAbs())
                             .cwiseMax(motion[2].cwiseAbs())
                             .cwiseMax(motion[3].cwiseAbs())
                             .maxCoeff();
  const double allowed = (limit - 8 * kUnitRoundoff * largest) * (1 - 16 * kUnitRoundoff);
  if (!(allowed > 0x1p-500)) return false;
  bool less = true;
  for_each_corner(kind, [&](std::size_t upper, std::size_t lower) {
    less &= (motion[upper] - motion[lower]).squaredNorm() < allowed * allowed;  // false for NaN
  });
  return less;
}

}  // namespace muslin::detail
