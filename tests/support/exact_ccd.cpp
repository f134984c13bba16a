#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <tests/support/algebraic.hpp>
#include <tests/support/exact_ccd.hpp>
#include <utility>
#include <vector>

// What is decided, and why nothing is missed.
//
// At a fixed time the differences between points of the two elements fill the convex hull of K corner differences
// P_0 … P_{K-1}. K = 3: the triangle's corners minus the vertex. K = 4: a parallelogram, its corners taken around.
// K = 2: the edge's ends minus the vertex. The elements meet exactly if the hull contains 0.
// Claim: that is so exactly if
//   (1) det(P_0, P_1, P_2) = 0 (K > 2 only);
//   (2) on each axis, the K numbers (P_j × P_{j+1})_axis, j cyclic, are not of both strict signs;
//   (3) on each axis, the K numbers (P_j)_axis are not all strictly positive, nor all strictly negative.
//
// Proof. (3) is necessary: else an axis separates 0 from the hull. (1) is necessary: if the determinant is not zero,
// the plane of P_0, P_1, P_2 misses 0, and the hull lies in that plane (for K = 4, P_3 = P_0 + P_2 - P_1).
// With (1), all P_j lie in a plane through 0 with some normal N ≠ 0 (trivially for K = 2), and P_j × P_{j+1} = s_j N.
// So (2) says that the s_j are not of both signs; an axis with N_axis = 0 says nothing, but N has another.
// Let A be the sum of the s_j: with |N| = 1, twice the signed area of the polygon of the P_j, which is convex.
// If A ≠ 0, then 0 is in the polygon exactly if it is on the inner side, or on the line, of every side, that is, if
// s_j A >= 0 for all j. As the s_j add up to A, that is the same as (2); and (3), being necessary, does no harm.
// If A = 0 (for K = 2, always), all corners are on one line L.
// - If L misses 0, then 0 is not in the hull. As the s_j add up to 0, (2) holds only if all of them are zero. Then
//   neighbouring corners are parallel and, being on L, equal: the hull is a single point that is not 0, and (3) fails.
// - If L goes through 0, then all s_j are zero, (2) holds, and the corners are multiples of one direction: 0 lies
//   between them exactly if it does so on each axis, which is (3). ∎
//
// In time all of these are polynomials with whole coefficients (the coordinates scaled by a common power of two), of
// degree 3 in (1), 2 in (2), 1 in (3). Contact at t is a statement about their signs at t. So the candidates are
// - if (1) is not identically zero: its roots in [0, 1], at most three;
// - else 0 and all roots in [0, 1] of all polynomials of (2) and (3) that are not identically zero. For let T be the
//   first time of contact, which exists if any does, since the set of such times is closed. If T > 0 were a root of
//   none of them, no sign would change in a neighbourhood of T, and there would be contact before T.
// For K = 2, (2) holds a number and its negative, so it says that the number is zero: it takes the place of (1).
// Elements that are degenerate for a while or for ever, and motions that are no motions, need no case of their own.

namespace muslin::test {
namespace {

// A corner is vertex `first` of one element minus vertex `second` of the other.
struct Corner {
  std::size_t first, second;
};
constexpr std::array<Corner, 3> kVertexTriangle = {{{0, 3}, {1, 3}, {2, 3}}};
constexpr std::array<Corner, 4> kEdgeEdge = {{{0, 2}, {0, 3}, {1, 3}, {1, 2}}};
constexpr std::array<Corner, 2> kVertexEdge = {{{0, 2}, {1, 2}}};

struct Motion {
  std::span<const Vec3> start, end;
  std::span<const Corner> corners;
};

void require_finite(const Motion& motion) {
  for (const auto& positions : {motion.start, motion.end}) {
    for (const Vec3& position : positions) {
      if (!position.allFinite()) throw std::invalid_argument("exact_ccd: a coordinate is not finite");
    }
  }
}

// Are all corners on one side of 0 along some axis, at both ends and so, being linear, always? Only compares: exact.
bool has_separating_axis(const Motion& motion) {
  for (int axis = 0; axis < 3; ++axis) {
    bool all_less = true, all_greater = true;
    for (const auto& positions : {motion.start, motion.end}) {
      for (const auto& [first, second] : motion.corners) {
        all_less &= positions[first][axis] < positions[second][axis];
        all_greater &= positions[first][axis] > positions[second][axis];
      }
    }
    if (all_less || all_greater) return true;
  }
  return false;
}

// A finite double as mantissa · 2^exponent, the mantissa odd (or zero).
struct Parts {
  std::int64_t mantissa = 0;
  int exponent = 0;
};

Parts split(double x) {
  if (x == 0.0) return {};
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(mantissa));
  return {mantissa / (std::int64_t{1} << zeros), exponent - 53 + zeros};
}

using WholeVec3 = std::array<mpz_class, 3>;
using PolynomialVec3 = std::array<Polynomial, 3>;

// All positions times the power of two that makes them whole: first those at the start, then those at the end.
std::vector<WholeVec3> whole_positions(const Motion& motion) {
  std::vector<std::array<Parts, 3>> parts;
  int smallest = 0;
  bool all_zero = true;
  for (const auto& positions : {motion.start, motion.end}) {
    for (const Vec3& position : positions) {
      parts.push_back({split(position.x()), split(position.y()), split(position.z())});
      for (const Parts& p : parts.back()) {
        if (p.mantissa == 0) continue;
        smallest = all_zero ? p.exponent : std::min(smallest, p.exponent);
        all_zero = false;
      }
    }
  }
  std::vector<WholeVec3> result(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Parts& p = parts[i][axis];
      if (p.mantissa != 0) result[i][axis] = mpz_class(p.mantissa) << static_cast<unsigned>(p.exponent - smallest);
    }
  }
  return result;
}

// The polynomials of (1) to (3). Those of (2) are made when first asked for: most queries end before.
class Configuration {
 public:
  explicit Configuration(const Motion& motion) {
    const std::vector<WholeVec3> positions = whole_positions(motion);
    const std::size_t count = motion.start.size();
    for (const auto& [first, second] : motion.corners) {
      PolynomialVec3& corner = corners_.emplace_back();
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const mpz_class start = positions[first][axis] - positions[second][axis];
        const mpz_class end = positions[count + first][axis] - positions[count + second][axis];
        corner[axis] = Polynomial({start, end - start});
      }
    }
  }

  // Times among which the first time of contact is, if there is one; condition (1) holds at all of them.
  std::vector<AlgebraicTime> candidates() {
    if (const Polynomial& necessary = vanishes_at_contact(); !necessary.is_zero()) {
      return roots_in_unit_interval(necessary);
    }
    std::vector<AlgebraicTime> times = {AlgebraicTime(Dyadic{0, 0})};
    for (const auto* vectors : {&std::as_const(corners_), &normals()}) {
      for (const PolynomialVec3& vector : *vectors) {
        for (const Polynomial& p : vector) {
          if (p.is_zero()) continue;
          for (AlgebraicTime& root : roots_in_unit_interval(p)) times.push_back(std::move(root));
        }
      }
    }
    return times;
  }

  // (2) and (3) at one of the candidates, at which (1) holds.
  bool touches(AlgebraicTime& time) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Signs signs = signs_at(time, corners_, axis);
      if (!(signs.zero || (signs.negative && signs.positive))) return false;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Signs signs = signs_at(time, normals(), axis);
      if (signs.negative && signs.positive) return false;
    }
    return true;
  }

 private:
  struct Signs {
    bool negative = false, zero = false, positive = false;
  };

  static Signs signs_at(AlgebraicTime& time, const std::vector<PolynomialVec3>& vectors, std::size_t axis) {
    Signs signs;
    for (const PolynomialVec3& vector : vectors) {
      const int sign = time.sign_of(vector[axis]);
      (sign < 0 ? signs.negative : sign > 0 ? signs.positive : signs.zero) = true;
    }
    return signs;
  }

  static PolynomialVec3 cross(const PolynomialVec3& a, const PolynomialVec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }

  // A polynomial that is zero at every time of contact; identically zero only if there is nothing better.
  Polynomial vanishes_at_contact() const {
    if (corners_.size() > 2) {
      const PolynomialVec3 normal = cross(corners_[1], corners_[2]);
      return corners_[0][0] * normal[0] + corners_[0][1] * normal[1] + corners_[0][2] * normal[2];
    }
    const PolynomialVec3 normal = cross(corners_[0], corners_[1]);
    const auto found = std::ranges::find_if(normal, [](const Polynomial& p) { return !p.is_zero(); });
    return found == normal.end() ? Polynomial() : *found;
  }

  const std::vector<PolynomialVec3>& normals() {
    if (normals_.empty()) {
      for (std::size_t i = 0; i < corners_.size(); ++i) {
        normals_.push_back(cross(corners_[i], corners_[(i + 1) % corners_.size()]));
      }
    }
    return normals_;
  }

  std::vector<PolynomialVec3> corners_;  ///< the P_j
  std::vector<PolynomialVec3> normals_;  ///< the P_j × P_{j+1}
};

bool collide(const Motion& motion) {
  require_finite(motion);
  if (has_separating_axis(motion)) return false;
  Configuration configuration(motion);
  std::vector<AlgebraicTime> times = configuration.candidates();
  return std::ranges::any_of(times, [&](AlgebraicTime& time) { return configuration.touches(time); });
}

// The least low and the least high of all brackets: no need to put the times themselves in order.
std::optional<TimeBracket> first_time(const Motion& motion) {
  require_finite(motion);
  if (has_separating_axis(motion)) return std::nullopt;
  Configuration configuration(motion);
  std::optional<TimeBracket> first;
  for (AlgebraicTime& time : configuration.candidates()) {
    if (!configuration.touches(time)) continue;
    const auto [low, high] = time.bracket();
    first = first ? TimeBracket{std::min(first->first, low), std::min(first->second, high)} : TimeBracket{low, high};
  }
  return first;
}

}  // namespace

bool vertex_triangle_collide(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end) {
  return collide({start, end, kVertexTriangle});
}

bool edge_edge_collide(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end) {
  return collide({start, end, kEdgeEdge});
}

bool vertex_edge_collide(const std::array<Vec3, 3>& start, const std::array<Vec3, 3>& end) {
  return collide({start, end, kVertexEdge});
}

std::optional<TimeBracket> vertex_triangle_first_time(const std::array<Vec3, 4>& start,
                                                      const std::array<Vec3, 4>& end) {
  return first_time({start, end, kVertexTriangle});
}

std::optional<TimeBracket> edge_edge_first_time(const std::array<Vec3, 4>& start, const std::array<Vec3, 4>& end) {
  return first_time({start, end, kEdgeEdge});
}

std::optional<TimeBracket> vertex_edge_first_time(const std::array<Vec3, 3>& start, const std::array<Vec3, 3>& end) {
  return first_time({start, end, kVertexEdge});
}

}  // namespace muslin::test
