#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/geometry.hpp>
#include <muslin/core/tolerances/rounding.hpp>
#include <muslin/geometry/proven_disjoint.hpp>

namespace muslin {
namespace {

using tolerance::kUnitRoundoff;  // roundings are counted as in predicates.cpp

/// A set of vectors for which a direction is sought that has a positive dot product with all of them.
class Bundle {
 public:
  /// Adds to - from, normalised to length 1. A vector too short or too long for its square makes the bundle invalid.
  void add(const Vec3& from, const Vec3& to) {
    const Vec3 v = to - from;
    const double size = v.cwiseAbs().maxCoeff();
    if (!(size >= kMinLength && size <= kMaxLength)) sound_ = false;
    unit_[count_++] = v * (1.0 / v.norm());
  }

  /// Returns whether a direction d with d·v > 0 for all exact vectors v of the bundle was found.
  ///
  /// Any d will do, however it was computed: only the dot products need a bound. Component k of a unit vector is s·v_k
  /// (1+δ1)(1+δ2), with δ1 from the difference, δ2 from the scaling, and s > 0 the factor that the rounded norm gave.
  /// In the dot product it undergoes 1 more rounding of the product and 2 of the sum. With 5 roundings
  ///     |computed - s d·v| ≤ γ5 Σ|d_k||unit_k| / (1-u)^2 ≤ 6u |d|₁,
  /// because components of a unit vector are not above 1 + 4u. 16u leaves room for the rounding of |d|₁, and, as |d|₁
  /// is at least 2^-500, for products that underflow, each off by 2^-1075 at most.
  ///
  /// The search is Frank and Wolfe's for the shortest vector of the convex hull: from the mean, it moves towards the
  /// vector with the smallest dot product, as far as that shortens d.
  [[nodiscard]] bool has_common_direction() const {
    if (!sound_) return false;
    Vec3 d = Vec3::Zero();
    for (std::size_t k = 0; k < count_; ++k) d += unit_[k];
    d /= static_cast<double>(count_);
    for (int step = 0; step < tolerance::kMaxDisjointnessSteps; ++step) {
      std::size_t smallest = 0;
      double min_dot = d.dot(unit_[0]);
      for (std::size_t k = 1; k < count_; ++k) {
        const double dot = d.dot(unit_[k]);
        if (dot < min_dot) min_dot = dot, smallest = k;
      }
      const double size = d.cwiseAbs().sum();
      if (!(size > 0x1p-500)) return false;
      if (min_dot > 16 * kUnitRoundoff * size) return true;
      const Vec3 back = d - unit_[smallest];
      d -= (d.dot(back) / back.squaredNorm()) * back;
    }
    return false;
  }

 private:
  static constexpr double kMinLength = 0x1p-400, kMaxLength = 0x1p400;

  std::array<Vec3, 9> unit_;
  std::size_t count_ = 0;
  bool sound_ = true;
};

/// Returns |x₁y₂| + |x₂y₁| and so on, for x and y without signs: the scale of the roundings of the cross product.
Vec3 permanent(const Vec3& x, const Vec3& y) {
  return {x[1] * y[2] + x[2] * y[1], x[2] * y[0] + x[0] * y[2], x[0] * y[1] + x[1] * y[0]};
}

constexpr double kMaxTripleProductLength = 0x1p200;  ///< differences whose products of three do not overflow

/// Returns whether all corners of b are on one side of the plane of the triangle a, as is the case for most layers of
/// cloth.
///
/// With e and p two sides of a and q the vector to a corner, (e×p)·q is a sum of 6 monomials with 8 roundings each: 3
/// differences, 1 inner product and its subtraction, 1 outer product, 2 additions. 16u is more than γ8 with the
/// rounding of the bound; with differences of at most 2^200, an inner product that underflows adds less than 2^-1075 ·
/// 2^201.
bool is_beyond_plane(const TriangleCorners& a, const TriangleCorners& b, int b_size) {
  const Vec3 e = a[1] - a[0], p = a[2] - a[0];
  const Vec3 normal = e.cross(p), bound = permanent(e.cwiseAbs(), p.cwiseAbs());
  double size = std::max(e.cwiseAbs().maxCoeff(), p.cwiseAbs().maxCoeff());
  int above = 0, below = 0;
  for (std::size_t j = 0; j < static_cast<std::size_t>(b_size); ++j) {
    const Vec3 q = b[j] - a[0], qa = q.cwiseAbs();
    size = std::max(size, qa.maxCoeff());
    const double height = normal.dot(q), error = 16 * kUnitRoundoff * bound.dot(qa) + 0x1p-800;
    above += height > error ? 1 : 0;
    below += height < -error ? 1 : 0;
  }
  return (above == b_size || below == b_size) && size <= kMaxTripleProductLength;
}

/// Returns whether there is a direction in which all of b lies farther than all of a.
bool have_gap(const ElementPair& pair) {
  if (pair.a_size == 3 && is_beyond_plane(pair.a, pair.b, pair.b_size)) return true;
  if (pair.b_size == 3 && is_beyond_plane(pair.b, pair.a, pair.a_size)) return true;
  Bundle differences;
  for (std::size_t i = 0; i < static_cast<std::size_t>(pair.a_size); ++i)
    for (std::size_t j = 0; j < static_cast<std::size_t>(pair.b_size); ++j) differences.add(pair.a[i], pair.b[j]);
  return differences.has_common_direction();
}

/// Returns whether there is a plane through the common vertex that has all other corners of a on one side, and all of b
/// on the other.
bool have_gap_beyond_vertex(const ElementPair& pair) {
  Bundle away;
  for (std::size_t i = 1; i < static_cast<std::size_t>(pair.a_size); ++i) away.add(pair.a[0], pair.a[i]);
  for (std::size_t j = 1; j < static_cast<std::size_t>(pair.b_size); ++j) away.add(pair.b[j], pair.b[0]);
  return away.has_common_direction();
}

/// Tests an edge vw with third corners a and b: the normals e×(a-v) and e×(b-v), e = w-v, must differ by more than a
/// right angle. Then both triangles have an area, and b is not in the half-plane from vw through a.
///
/// The dot product of the normals is a sum of 12 monomials with 11 roundings each: 4 differences, 2 inner products and
/// their 2 subtractions, 1 outer product, 2 additions. 32u is more than twice γ11. With differences of at most 2^200,
/// an inner product that underflows adds less than 2^-1075 · 2^402; there are 12 of them, so the effect is below
/// 2^-660.
bool have_gap_beyond_edge(const ElementPair& pair) {
  const Vec3 e = pair.a[1] - pair.a[0], p = pair.a[2] - pair.a[0], q = pair.b[2] - pair.b[0];
  const Vec3 ea = e.cwiseAbs(), pa = p.cwiseAbs(), qa = q.cwiseAbs();
  if (!(std::max({ea.maxCoeff(), pa.maxCoeff(), qa.maxCoeff()}) <= kMaxTripleProductLength)) return false;
  return -e.cross(p).dot(e.cross(q)) > 32 * kUnitRoundoff * permanent(ea, pa).dot(permanent(ea, qa)) + 0x1p-600;
}

}  // namespace

bool proven_disjoint(const ElementPair& pair) {
  switch (pair.shared) {
    case 0:
      return have_gap(pair);
    case 1:
      return pair.a_size == 1 || pair.b_size == 1 || have_gap_beyond_vertex(pair);
    case 2:
      return pair.a_size == 2 || pair.b_size == 2 || have_gap_beyond_edge(pair);
    default:
      return false;
  }
}

}  // namespace muslin
