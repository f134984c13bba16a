#include <muslin/core/tolerances/geometry.hpp>
#include <muslin/geometry/closest_points.hpp>

namespace muslin {
namespace {

// These functions are exact to a few roundings where the textbook's are not, for the following reason. Both problems
// are least squares in two unknowns with columns d₁, d₂. Normal equations square the condition number: a triangle of
// height h and length L loses (L/h)² digits. Here the columns are made orthogonal first, w = d₂ - (d₂·d₁/d₁²) d₁, and
// so is the right-hand side before it is multiplied with w (modified Gram-Schmidt, which is backward stable). The
// parameters may be off by ε L/h, but along a direction in which the gap changes by h per unit, so the gap is off by ε
// L only. No term of higher than second degree is formed.

/// Returns the parameter on an edge, in [0, 1], of a projection `along` (times the edge's length). For an edge of no
/// length it is that of the first end, since nothing is then positive.
double clamped_parameter(double along, double squared_length) {
  if (!(along > 0.0)) return 0.0;
  return along < squared_length ? along / squared_length : 1.0;
}

double parameter_on_edge(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 d = b - a;
  return clamped_parameter(d.dot(p - a), d.squaredNorm());
}

/// Differences are formed before weights are applied: this is exact at a corner, and independent of the position of the
/// origin.
PointTriangle on_triangle(double alpha0, double alpha1, double alpha2, const Vec3& p, const Vec3& a, const Vec3& b,
                          const Vec3& c) {
  const Vec3 gap = alpha0 * (p - a) + alpha1 * (p - b) + alpha2 * (p - c);
  return {{alpha0, alpha1, alpha2}, gap, gap.squaredNorm()};
}

EdgeEdge on_edges(double s, double t, const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  const Vec3 to_b0 = (1.0 - s) * (b0 - a0) + s * (b0 - a1);
  const Vec3 to_b1 = (1.0 - s) * (b1 - a0) + s * (b1 - a1);
  const Vec3 gap = (1.0 - t) * to_b0 + t * to_b1;
  return {{1.0 - s, s}, {1.0 - t, t}, gap, gap.squaredNorm()};
}

template <class Closest>
void keep_nearer(Closest& best, const Closest& other) {
  if (other.squared_distance < best.squared_distance) best = other;
}

PointTriangle on_side_ab(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const double t = parameter_on_edge(p, a, b);
  return on_triangle(1.0 - t, t, 0.0, p, a, b, c);
}
PointTriangle on_side_bc(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const double t = parameter_on_edge(p, b, c);
  return on_triangle(0.0, 1.0 - t, t, p, a, b, c);
}
PointTriangle on_side_ca(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const double t = parameter_on_edge(p, c, a);
  return on_triangle(t, 0.0, 1.0 - t, p, a, b, c);
}

PointTriangle on_any_side(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  PointTriangle best = on_side_ab(p, a, b, c);
  keep_nearer(best, on_side_bc(p, a, b, c));
  keep_nearer(best, on_side_ca(p, a, b, c));
  return best;
}

/// Tests the four ends, each against the other edge. This is right for parallel edges, and where either has no length.
EdgeEdge at_any_end(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  EdgeEdge best = on_edges(0.0, parameter_on_edge(a0, b0, b1), a0, a1, b0, b1);
  keep_nearer(best, on_edges(1.0, parameter_on_edge(a1, b0, b1), a0, a1, b0, b1));
  keep_nearer(best, on_edges(parameter_on_edge(b0, a0, a1), 0.0, a0, a1, b0, b1));
  keep_nearer(best, on_edges(parameter_on_edge(b1, a0, a1), 1.0, a0, a1, b0, b1));
  return best;
}

}  // namespace

PointEdge closest_point_on_edge(const Vec3& p, const Vec3& a, const Vec3& b) {
  const double t = parameter_on_edge(p, a, b);
  const Vec3 gap = (1.0 - t) * (p - a) + t * (p - b);
  return {{1.0 - t, t}, gap, gap.squaredNorm()};
}

PointTriangle closest_point_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  // The foot of p on the plane is a + u (b - a) + v (c - a).
  const Vec3 d1 = b - a, d2 = c - a, r = p - a;
  const double length1 = d1.squaredNorm(), length2 = d2.squaredNorm();
  if (!(length1 > tolerance::kParallelSineSquared * length2)) return on_any_side(p, a, b, c);
  const double m = d2.dot(d1) / length1, k = r.dot(d1) / length1;
  const Vec3 w = d2 - m * d1;
  const double ww = w.squaredNorm();
  if (!(ww > tolerance::kParallelSineSquared * length2)) return on_any_side(p, a, b, c);
  const double v = (r - k * d1).dot(w) / ww;
  const double u = k - v * m;
  const double alpha0 = 1.0 - u - v;
  const bool inside = alpha0 >= 0.0 && u >= 0.0 && v >= 0.0;

  if (ww <= tolerance::kNearlyParallelSineSquared * length2) {
    PointTriangle best = on_any_side(p, a, b, c);
    if (inside) keep_nearer(best, on_triangle(alpha0, u, v, p, a, b, c));
    return best;
  }
  if (inside) return on_triangle(alpha0, u, v, p, a, b, c);

  // If p is outside, the nearest point is on a side that p lies beyond, that is, whose opposite corner has a negative
  // weight. There are one or two such sides.
  if (alpha0 >= 0.0) {
    if (u >= 0.0) return on_side_ab(p, a, b, c);
    PointTriangle best = on_side_ca(p, a, b, c);
    if (v < 0.0) keep_nearer(best, on_side_ab(p, a, b, c));
    return best;
  }
  PointTriangle best = on_side_bc(p, a, b, c);
  if (u < 0.0) keep_nearer(best, on_side_ca(p, a, b, c));
  if (v < 0.0) keep_nearer(best, on_side_ab(p, a, b, c));
  return best;
}

EdgeEdge closest_points_on_edges(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  // gap(s, t) = r + t d₂ - s d₁. For each t the best s on the whole line is k + t m, which leaves (r - k d₁) + t w.
  const Vec3 d1 = a1 - a0, d2 = b1 - b0, r = b0 - a0;
  const double length1 = d1.squaredNorm(), length2 = d2.squaredNorm();
  if (!(length1 > tolerance::kParallelSineSquared * length2)) return at_any_end(a0, a1, b0, b1);
  const double m = d2.dot(d1) / length1, k = r.dot(d1) / length1;
  const Vec3 w = d2 - m * d1;
  const double ww = w.squaredNorm();
  if (!(ww > tolerance::kParallelSineSquared * length2)) return at_any_end(a0, a1, b0, b1);
  double t = clamped_parameter(-(r - k * d1).dot(w), ww);
  double s = k + t * m;

  // The squared distance is convex. With s free, the minimum over t in [0, 1] is found. If its s is in [0, 1], that is
  // the answer; otherwise the answer has s at the end that it passed, and the best t for that end.
  if (!(s >= 0.0 && s <= 1.0)) {
    s = s > 1.0 ? 1.0 : 0.0;
    t = parameter_on_edge(s > 0.0 ? a1 : a0, b0, b1);
  }
  EdgeEdge best = on_edges(s, t, a0, a1, b0, b1);
  if (ww <= tolerance::kNearlyParallelSineSquared * length2) keep_nearer(best, at_any_end(a0, a1, b0, b1));
  return best;
}

}  // namespace muslin
