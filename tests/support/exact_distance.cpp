#include <algorithm>
#include <boost/multiprecision/gmp.hpp>
#include <cmath>
#include <tests/support/exact_distance.hpp>

namespace muslin::test {
namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using Exact3 = std::array<Rational, 3>;

Exact3 exact(const Vec3& x) { return {Rational(x[0]), Rational(x[1]), Rational(x[2])}; }
Exact3 operator-(const Exact3& x, const Exact3& y) { return {x[0] - y[0], x[1] - y[1], x[2] - y[2]}; }
Exact3 operator+(const Exact3& x, const Exact3& y) { return {x[0] + y[0], x[1] + y[1], x[2] + y[2]}; }
Exact3 operator*(const Rational& s, const Exact3& x) { return {s * x[0], s * x[1], s * x[2]}; }
Rational dot(const Exact3& x, const Exact3& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

Rational point_edge(const Exact3& p, const Exact3& a, const Exact3& b) {
  Rational best = std::min(dot(p - a, p - a), dot(p - b, p - b));
  const Exact3 d = b - a;
  const Rational length = dot(d, d), along = dot(p - a, d);
  if (along > 0 && along < length) {
    const Exact3 gap = p - a - (along / length) * d;
    best = std::min(best, dot(gap, gap));
  }
  return best;
}

Rational point_triangle(const Exact3& p, const Exact3& a, const Exact3& b, const Exact3& c) {
  Rational best = std::min({point_edge(p, a, b), point_edge(p, b, c), point_edge(p, c, a)});
  const Exact3 d1 = b - a, d2 = c - a, r = p - a;
  const Rational g11 = dot(d1, d1), g12 = dot(d1, d2), g22 = dot(d2, d2), r1 = dot(r, d1), r2 = dot(r, d2);
  const Rational det = g11 * g22 - g12 * g12, u = g22 * r1 - g12 * r2, v = g11 * r2 - g12 * r1;
  if (det > 0 && u >= 0 && v >= 0 && u + v <= det) {
    const Exact3 gap = r - (u / det) * d1 - (v / det) * d2;
    best = std::min(best, dot(gap, gap));
  }
  return best;
}

Rational edge_edge(const Exact3& a0, const Exact3& a1, const Exact3& b0, const Exact3& b1) {
  Rational best =
      std::min({point_edge(a0, b0, b1), point_edge(a1, b0, b1), point_edge(b0, a0, a1), point_edge(b1, a0, a1)});
  // r - s d1 + t d2 perpendicular to d1 and d2.
  const Exact3 d1 = a1 - a0, d2 = b1 - b0, r = b0 - a0;
  const Rational g11 = dot(d1, d1), g12 = dot(d1, d2), g22 = dot(d2, d2), r1 = dot(r, d1), r2 = dot(r, d2);
  const Rational det = g11 * g22 - g12 * g12, s = g22 * r1 - g12 * r2, t = g12 * r1 - g11 * r2;
  if (det > 0 && s >= 0 && s <= det && t >= 0 && t <= det) {
    const Exact3 gap = r - (s / det) * d1 + (t / det) * d2;
    best = std::min(best, dot(gap, gap));
  }
  return best;
}

double rounded_root(const Rational& squared) { return std::sqrt(squared.convert_to<double>()); }

}  // namespace

double exact_point_edge_distance(const Vec3& p, const Vec3& a, const Vec3& b) {
  return rounded_root(point_edge(exact(p), exact(a), exact(b)));
}

double exact_point_triangle_distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  return rounded_root(point_triangle(exact(p), exact(a), exact(b), exact(c)));
}

double exact_edge_edge_distance(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
  return rounded_root(edge_edge(exact(a0), exact(a1), exact(b0), exact(b1)));
}

bool exactly_further_apart(StencilKind kind, const std::array<Vec3, 4>& position, double distance) {
  const Exact3 x0 = exact(position[0]), x1 = exact(position[1]), x2 = exact(position[2]), x3 = exact(position[3]);
  const Rational squared = kind == StencilKind::vertex_triangle ? point_triangle(x3, x0, x1, x2)
                           : kind == StencilKind::edge_edge     ? edge_edge(x0, x1, x2, x3)
                                                                : point_edge(x3, x0, x1);
  return squared > Rational(distance) * Rational(distance);
}

double extent(const std::array<Vec3, 4>& points) {
  double largest = 0.0;
  for (const Vec3& x : points)
    for (const Vec3& y : points) largest = std::max(largest, (x - y).cwiseAbs().maxCoeff());
  return largest;
}

}  // namespace muslin::test
