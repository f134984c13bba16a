#pragma once
#include <Eigen/Geometry>  // cross
#include <muslin/core/tolerances/detect.hpp>
#include <muslin/detect/corner_differences.hpp>

/// Proposes directions that may separate a pair. They need not be accurate: only the separation proof must be right.
namespace muslin::detail {

/// The shortest vector between the two elements.
template <class Real>
struct ClosestDirection {
  Vector<Real> n;    ///< direction of the gap, not of unit length
  Real squared_gap;  ///< [m²]
  bool well_inside;  ///< whether the closest points lie inside both elements, away from their boundaries
};

template <class Real>
[[nodiscard]] ClosestDirection<Real> at_boundary(const Vector<Real>& gap) {
  return {gap, gap.squaredNorm(), false};
}

/// Inside both elements the gap is parallel to their common normal, which stays well conditioned as the gap closes.
template <class Real>
[[nodiscard]] ClosestDirection<Real> inside(const Vector<Real>& normal, const Vector<Real>& any_difference,
                                            bool well_inside) {
  const Real height = normal.dot(any_difference);
  const Vector<Real> n = height < 0 ? Vector<Real>(-normal) : normal;
  return {n, height * height / normal.squaredNorm(), well_inside};
}

/// Returns the point of the segment a-b that is nearest to the origin.
template <class Real>
[[nodiscard]] Vector<Real> nearest_on_segment(const Vector<Real>& a, const Vector<Real>& b) {
  const Vector<Real> along = b - a;
  const Real squared_length = along.squaredNorm();
  if (!(squared_length > 0)) return a;
  return a + std::clamp<Real>(-a.dot(along) / squared_length, 0, 1) * along;
}

template <class Real>
[[nodiscard]] ClosestDirection<Real> closest_direction(const std::array<Vector<Real>, 2>& d) {
  return at_boundary<Real>(nearest_on_segment(d[0], d[1]));
}

/// Finds the point nearest to the origin on the triangle of the three differences, by the region of the plane that the
/// origin projects into.
template <class Real>
[[nodiscard]] ClosestDirection<Real> closest_direction(const std::array<Vector<Real>, 3>& d) {
  const auto& [a, b, c] = d;
  const Vector<Real> ab = b - a, ac = c - a;
  const Real d1 = -ab.dot(a), d2 = -ac.dot(a);
  if (d1 <= 0 && d2 <= 0) return at_boundary(a);
  const Real d3 = -ab.dot(b), d4 = -ac.dot(b);
  if (d3 >= 0 && d4 <= d3) return at_boundary(b);
  const Real vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return at_boundary(nearest_on_segment(a, b));
  const Real d5 = -ab.dot(c), d6 = -ac.dot(c);
  if (d6 >= 0 && d5 <= d6) return at_boundary(c);
  const Real vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return at_boundary(nearest_on_segment(a, c));
  const Real va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) return at_boundary(nearest_on_segment(b, c));
  const Real margin = Real(tolerance::kBarycentricMargin) * (va + vb + vc);
  return inside<Real>(ab.cross(ac), a, va > margin && vb > margin && vc > margin);
}

/// Finds the shortest vector between the edges p + s·d1 and r + t·d2, given the differences d = p0-r0, p0-r1, p1-r0,
/// p1-r1.
template <class Real>
[[nodiscard]] ClosestDirection<Real> closest_direction(const std::array<Vector<Real>, 4>& d) {
  const Vector<Real> d1 = d[2] - d[0], d2 = d[0] - d[1];
  const Real a = d1.squaredNorm(), e = d2.squaredNorm(), b = d1.dot(d2), c = d1.dot(d[0]), f = d2.dot(d[0]);
  const Real determinant = a * e - b * b;
  const bool parallel = !(determinant > Real(tolerance::kParallelEdgeSineSquared) * a * e);
  const Real s_times = b * f - c * e, t_times = a * f - b * c;
  if (!parallel && s_times >= 0 && s_times <= determinant && t_times >= 0 && t_times <= determinant) {
    const Real margin = Real(tolerance::kBarycentricMargin) * determinant, limit = determinant - margin;
    return inside<Real>(d1.cross(d2), d[0], s_times > margin && s_times < limit && t_times > margin && t_times < limit);
  }
  // At least one of the closest points is an end. Compute the best s as if the first edge had no ends, then the best t
  // for it on the second edge, then the best s for that t.
  const auto weight = [](Real numerator, Real denominator) {
    return denominator > 0 ? std::clamp<Real>(numerator / denominator, 0, 1) : Real(0);
  };
  const Real guess = parallel ? Real(0.5) : weight(s_times, determinant);
  const Real t = weight(b * guess + f, e);
  const Real s = weight(b * t - c, a);
  return at_boundary<Real>(d[0] + s * d1 - t * d2);
}

/// Returns the normal of the plane that the two elements span, which separates layers that slide over each other.
template <class Real, int K>
[[nodiscard]] Vector<Real> plane_normal(const std::array<Vector<Real>, K>& d) {
  if constexpr (K == 4)
    return (d[2] - d[0]).cross(d[0] - d[1]);
  else if constexpr (K == 3)
    return (d[1] - d[0]).cross(d[2] - d[0]);
  else
    return d[0].cross(d[1]).cross(d[1] - d[0]);
}

/// Returns the bisector of two directions. If the pair rotates, the bisector separates it for longer than either.
template <class Real>
[[nodiscard]] Vector<Real> bisector(const Vector<Real>& n, const Vector<Real>& m) {
  return n / n.norm() + m / m.norm();  // NaN for a zero vector, which proves nothing
}

}  // namespace muslin::detail
