#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/contact/contact.hpp>
#include <muslin/detect/short_motion.hpp>

/// Elements that start apart along a direction, and approach each other along it by less than that, cannot collide.
/// This test is like short_motion.hpp with one fixed direction: pairs that slide past each other, or rotate together
/// with the rest of a cloth, pass it however far they move across the direction. The direction and the distance along
/// it depend on the start alone. They are computed once per step, and each further test costs four dot products.
namespace muslin::detail {

/// A direction from the first element of a pair to the second, and a lower bound, in exact arithmetic, of the heights
/// n·Dⱼ of the second over the first at the start of the step. A height of zero proves nothing.
struct StartDirection {
  Vec3 n = Vec3::Zero();
  double length = 0;  ///< |n|, rounded up
  double height = 0;  ///< lower bound of n·Dⱼ [m], scaled by |n|
};

/// Computes the height for any guess of such a direction, of any length.
[[nodiscard]] inline StartDirection start_direction(StencilKind kind, const std::array<Vec3, 4>& position,
                                                    const Vec3& guess) {
  return {guess, length_upper_bound(guess), height_lower_bound(kind, position, guess)};
}

/// Computes it for the cheapest guess, centre_difference().
[[nodiscard]] inline StartDirection centre_direction(StencilKind kind, const std::array<Vec3, 4>& position) {
  return start_direction(kind, position, centre_difference(kind, position));
}

/// Proves that the pair stays further apart than `separation` [m, above 2⁻²⁰⁰] from start to end, in exact arithmetic,
/// from the motions m = fl(end - start) of its vertices. False means not proved, or that a number is not finite.
///
/// Proof. n·Dⱼ(t) = n·Dⱼ(0) + t n·Δⱼ ≥ height + min(0, a) in exact arithmetic, where Δⱼ is the difference of two
/// motions and a = min n·Δⱼ. The pair stays further apart than that bound divided by |n|.
///   1. Let A be the sum of all |m_ik|. A coordinate of a motion is accurate within u of itself, and a dot product of
///      three terms rounds each term three times, so c_i = n·m_i is within 4.1 u Σ |n_k| |m_ik|. The smallest c_i of
///      one element less the largest of the other is within 4.2 u |n| A of the exact one before its own rounding, by u
///      |n| A. Together that is less than 6 u |n| A; 32 u |n| A is subtracted, which also covers the roundings of A and
///      of that product.
///   2. y = fl(fl(height + a) - 32 u |n| A) > 0: each of the two sums rounds by u of itself, and the first is at most
///      y (1 + u) + 32 u |n| A. So the exact one is at least y (1 - 3u) plus the unused part of 32 u |n| A.
///   3. So y (1 - 8u) > s |n| proves the pair further apart than s; that product rounds by u of itself. Products that
///      underflow lose less than 2⁻¹⁰⁷⁰, which is negligible beside u s |n|, above 2⁻⁶⁰⁰ where the height is not zero.
///      Numbers that are not finite make A infinite or NaN, and y negative or NaN.
[[nodiscard]] inline bool stays_farther_than(StencilKind kind, const StartDirection& start,
                                             const std::array<Vec3, 4>& motion, double separation) {
  constexpr double u = kUnitRoundoff;
  std::array<double, 4> c;
  double size = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3& m = motion[i];
    c[i] = start.n[0] * m[0] + start.n[1] * m[1] + start.n[2] * m[2];
    size += std::abs(m[0]) + std::abs(m[1]) + std::abs(m[2]);
  }
  // Vertex 2 of a vertex-edge pair plays no part.
  double first = std::max(c[0], c[1]), second = c[3];
  if (kind == StencilKind::vertex_triangle) first = std::max(first, c[2]);
  if (kind == StencilKind::edge_edge) second = std::min(second, c[2]);
  const double approach = std::min(0.0, second - first);
  const double left = (start.height + approach) - 32 * u * start.length * size;
  return left * (1 - 8 * u) > separation * start.length;
}

}  // namespace muslin::detail
