#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/contact/stencil.hpp>
#include <muslin/detect/short_motion.hpp>

/// Elements that start apart along a direction, and move along it by less, cannot collide. This is short_motion.hpp
/// with one direction held: what slides past each other, or turns together with the rest of a cloth, passes, however
/// far it moves across. The direction and the distance along it depend on the start alone; they are found once in a
/// step, and each further question costs four dot products.
namespace muslin::detail {

/// A direction from the first element of a pair to the second, and a lower bound of the heights n·Dⱼ of the second over
/// the first at the start of the step, exact arithmetic. Height zero proves nothing.
struct StartDirection {
  Vec3 n = Vec3::Zero();
  double length = 0;  ///< |n|, rounded up
  double height = 0;  ///< [m], times |n|
};

/// From any guess at such a direction, of any length.
[[nodiscard]] inline StartDirection start_direction(StencilKind kind, const std::array<Vec3, 4>& position,
                                                    const Vec3& guess) {
  return {guess, length_upper_bound(guess), height_lower_bound(kind, position, guess)};
}

/// From the cheapest one.
[[nodiscard]] inline StartDirection centre_direction(StencilKind kind, const std::array<Vec3, 4>& position) {
  return start_direction(kind, position, centre_difference(kind, position));
}

/// Proves that the pair stays further apart than `separation` [m, above 2⁻²⁰⁰] from start to end, in exact arithmetic,
/// from the motions m = fl(end - start) of its vertices. False: not proved, or a number that is not finite.
///
/// Proof. n·Dⱼ(t) = n·Dⱼ(0) + t n·Δⱼ ≥ height + min(0, a) in exact arithmetic, with Δⱼ the difference of two motions
/// and a = min n·Δⱼ. The pair stays further apart than that over |n|.
///   1. Let A be the sum of all |m_ik|. A coordinate of a motion is right within u of itself, and a dot product of
///   three
///      terms rounds each three times: c_i = n·m_i is within 4.1 u Σ |n_k| |m_ik|. The smallest of one element less the
///      largest of the other is within 4.2 u |n| A of the exact one before it rounds itself, by u |n| A. Together less
///      than 6 u |n| A; 32 u |n| A is taken off, which also pays for the roundings of A and of that product.
///   2. y = fl(fl(height + a) - 32 u |n| A) > 0: each of the two sums rounds by u of itself, and the first is at most
///      y (1 + u) + 32 u |n| A. So the exact one is at least y (1 - 3u) and what was left over of 32 u |n| A.
///   3. So y (1 - 8u) > s |n| proves the pair further apart than s; that product rounds by u of itself. Products that
///      underflow lose less than 2⁻¹⁰⁷⁰, nothing beside u s |n|, which is above 2⁻⁶⁰⁰ where the height is not zero.
///      What is not finite makes A infinite or NaN, and y negative or NaN.
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
