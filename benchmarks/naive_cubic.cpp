#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <benchmarks/naive_cubic.hpp>
#include <cmath>

namespace muslin::bench {
namespace {

/// The cubic c[0] + c[1] t + c[2] t² + c[3] t³.
struct Cubic {
  std::array<double, 4> c;
  [[nodiscard]] double at(double t) const { return c[0] + t * (c[1] + t * (c[2] + t * c[3])); }
  [[nodiscard]] double slope(double t) const { return c[1] + t * (2 * c[2] + t * 3 * c[3]); }

  /// Returns whether the cubic is positive or negative on all of [0, 1], judged by its Bernstein coefficients.
  [[nodiscard]] bool keeps_sign() const {
    const double b1 = c[0] + c[1] / 3, b2 = c[0] + (2 * c[1] + c[2]) / 3, b3 = c[0] + c[1] + c[2] + c[3];
    return std::min(std::min(c[0], b1), std::min(b2, b3)) > 0 || std::max(std::max(c[0], b1), std::max(b2, b3)) < 0;
  }
};

/// The difference of two moving points.
struct Side {
  Vec3 start, motion;
  Side(const StencilMotion& m, std::size_t from, std::size_t to)
      : start(m.start[to] - m.start[from]), motion(m.end[to] - m.end[from] - start) {}
  [[nodiscard]] Vec3 at(double t) const { return start + t * motion; }
};

/// Three sides that span the tetrahedron of the four points; its volume (a × b)·c is zero when they are coplanar.
struct Sides {
  Side a, b, c;
};

/// The volume of the tetrahedron over time, and the normal of its base a × b = n0 + t n1 + t² n2.
struct Volume {
  Vec3 n0, n1, n2;
  Cubic cubic;

  explicit Volume(const Sides& s)
      : n0(s.a.start.cross(s.b.start)),
        n1(s.a.start.cross(s.b.motion) + s.a.motion.cross(s.b.start)),
        n2(s.a.motion.cross(s.b.motion)),
        cubic{{n0.dot(s.c.start), n1.dot(s.c.start) + n0.dot(s.c.motion), n2.dot(s.c.start) + n1.dot(s.c.motion),
               n2.dot(s.c.motion)}} {}
  [[nodiscard]] double squared_base_at_end() const { return (n0 + n1 + n2).squaredNorm(); }
};

/// Returns the root between two times with values of different sign, by Newton's method with bisection where a step
/// would leave the bracket.
double root_between(const Cubic& f, double low, double f_low, double high, double f_high) {
  if (f_low == 0) return low;
  if (f_high == 0) return high;
  constexpr double kSmallStep = 1e-10;  // its square is rounding: a further step would change nothing
  constexpr int kMaxSteps = 60;
  double t = low + (high - low) * (f_low / (f_low - f_high));
  for (int i = 0; i < kMaxSteps; ++i) {
    const double value = f.at(t);
    ((value < 0) == (f_low < 0) ? low : high) = t;
    double next = t - value / f.slope(t);
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    if (std::abs(next - t) <= kSmallStep) return next;
    t = next;
  }
  return t;
}

/// Returns the first root in [0, 1] that passes the test.
template <class Test>
std::optional<double> first_root(const Cubic& f, const Test& test) {
  // The critical points divide [0, 1] into at most three intervals in which the cubic is monotone.
  std::array<double, 4> cut = {0, 0, 0, 0};
  std::size_t last = 0;
  const double discriminant = f.c[2] * f.c[2] - 3 * f.c[3] * f.c[1];
  if (discriminant > 0) {
    const double q = -(f.c[2] + std::copysign(std::sqrt(discriminant), f.c[2]));
    const double s = q / (3 * f.c[3]), t = f.c[1] / q;
    for (const double critical : {std::min(s, t), std::max(s, t)})
      if (critical > 0 && critical < 1) cut[++last] = critical;
  }
  cut[++last] = 1;

  double f_low = f.c[0];
  for (std::size_t i = 0; i < last; ++i) {
    const double f_high = f.at(cut[i + 1]);
    if ((f_low <= 0) != (f_high <= 0) || f_high == 0 || f_low == 0) {
      const double root = root_between(f, cut[i], f_low, cut[i + 1], f_high);
      if (test(root)) return root;
    }
    f_low = f_high;
  }
  return {};
}

/// Returns whether the point r of the triangle's plane is inside the triangle 0, a, b or less than `tolerance` outside.
bool is_inside(const Vec3& a, const Vec3& b, const Vec3& r, double tolerance) {
  const Vec3 n = a.cross(b);
  const double nn = n.squaredNorm(), wa = r.cross(b).dot(n), wb = a.cross(r).dot(n);
  // Weight × height over a side is the distance to it; the longest side has the smallest height, twice the area / side.
  const double longest = std::max({a.squaredNorm(), b.squaredNorm(), (a - b).squaredNorm()});
  const double smallest = -tolerance * std::sqrt(longest * nn);
  return wa >= smallest && wb >= smallest && nn - wa - wb >= smallest && nn > 0;
}

/// Returns whether the segments from 0 to a, and from r to r + b, are closer than `tolerance`.
bool are_close(const Vec3& a, const Vec3& b, const Vec3& r, double tolerance) {
  const double aa = a.squaredNorm(), bb = b.squaredNorm(), ab = a.dot(b), ar = a.dot(r), br = b.dot(r);
  const double det = aa * bb - ab * ab;
  // Take the nearest points of the lines and clamp them: along a, along b, and along a again.
  double s = det > 0 ? std::clamp((ar * bb - br * ab) / det, 0.0, 1.0) : 0.0;
  const double u = bb > 0 ? std::clamp((s * ab - br) / bb, 0.0, 1.0) : 0.0;
  s = aa > 0 ? std::clamp((u * ab + ar) / aa, 0.0, 1.0) : 0.0;
  return (r + u * b - s * a).squaredNorm() <= tolerance * tolerance;
}

}  // namespace

std::optional<double> naive_cubic(StencilKind kind, const StencilMotion& motion, const NaiveCubicOptions& options) {
  const bool edge_edge = kind == StencilKind::edge_edge;
  const Sides sides = edge_edge ? Sides{{motion, 0, 1}, {motion, 2, 3}, {motion, 0, 2}}
                                : Sides{{motion, 0, 1}, {motion, 0, 2}, {motion, 0, 3}};
  const auto touch_at = [&](double t) {
    const Vec3 a = sides.a.at(t), b = sides.b.at(t), c = sides.c.at(t);
    return edge_edge ? are_close(a, b, c, options.tolerance) : is_inside(a, b, c, options.tolerance);
  };
  const Volume volume(sides);
  if (!volume.cubic.keeps_sign()) {
    if (const auto root = first_root(volume.cubic, touch_at)) return root;
  }
  if (!options.check_end) return {};
  // Volume / base is the height, which does not exceed the distance.
  const double at_end = volume.cubic.at(1), tolerance = options.tolerance;
  if (at_end * at_end <= tolerance * tolerance * volume.squared_base_at_end() && touch_at(1)) return 1.0;
  return {};
}

}  // namespace muslin::bench
