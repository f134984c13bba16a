#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/detect.hpp>
#include <muslin/detect/separating_directions.hpp>
#include <muslin/detect/separation.hpp>
#include <muslin/detect/separation_proof.hpp>
#include <muslin/detect/time_of_impact.hpp>
#include <numbers>
#include <type_traits>
#include <vector>

namespace muslin {
namespace {

using detail::CornerDifferences;
using detail::Vector;

/// Distances and proofs of pairs nearer than s use this type. There are few such pairs, so the last digits may cost
/// some time. (Where long double is no longer than double there are fewer digits, and the answers stay safe.)
using Long = long double;

constexpr int kMantissaBits = 52;

double separation_at(double largest_coordinate) {
  // The spacing of floats is a power of two, computed from the exponent. The smallest is 2^-149.
  constexpr std::uint64_t kFloatMantissaBits = 23, kSmallestExponent = 1023 - 126;
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(std::abs(largest_coordinate)) >> kMantissaBits;
  const std::uint64_t ulp = (std::max(exponent, kSmallestExponent) - kFloatMantissaBits) << kMantissaBits;
  return tolerance::kSeparationUlps * std::bit_cast<double>(ulp);
}

/// Returns the largest of a fixed set of distances that is not above the given one. The set consists of numbers of few
/// bits times the golden ratio, so that no distance that people choose is itself in the set. (A pair that slides at
/// exactly such a distance would fail.)
double kept_distance(double distance) {
  constexpr int kCut = kMantissaBits - tolerance::kPreservedDistanceBits;
  const auto member = [](std::uint64_t bits) { return std::numbers::phi * std::bit_cast<double>(bits << kCut); };
  // The division and the product both round, so start at the next higher member and go down.
  std::uint64_t leading_bits = (std::bit_cast<std::uint64_t>(distance / std::numbers::phi) >> kCut) + 1;
  while (member(leading_bits) > distance) --leading_bits;
  return member(leading_bits);
}

/// Calls body with the number of corner differences as a compile-time constant.
template <class Body>
auto with_corner_count(StencilKind kind, const Body& body) {
  switch (kind) {
    case StencilKind::vertex_triangle:
      return body(std::integral_constant<int, 3>{});
    case StencilKind::edge_edge:
      return body(std::integral_constant<int, 4>{});
    case StencilKind::vertex_edge:
      break;
  }
  return body(std::integral_constant<int, 2>{});
}

/// Returns the weights of the corner differences at the closest points, from the weights of the vertices. They are not
/// negative; the bound holds for any such weights.
template <int K>
std::array<Long, K> corner_weights(const std::array<double, 4>& c) {
  if constexpr (K == 4)
    return {-Long(c[0]) * c[2], -Long(c[0]) * c[3], -Long(c[1]) * c[2], -Long(c[1]) * c[3]};
  else if constexpr (K == 3)
    return {-Long(c[0]), -Long(c[1]), -Long(c[2])};
  else
    return {-Long(c[0]), -Long(c[1])};
}

/// For any weights b_j ≥ 0 the mean Σ b_j D_j / Σ b_j is a difference of two points of the elements, so the distance is
/// at most its length. With u the unit round-off and M_k = max_j |D_jk|, a computed coordinate of the mean is within
/// 10 u M_k and O(u²) of the exact one: D_j rounds once, each product once, three sums form the numerator and the
/// denominator, and the division rounds once. The length has a relative error below 4u.
template <int K>
double bound_distance(const std::array<Vec3, 4>& position, const std::array<double, 4>& weight) {
  constexpr Long u = CornerDifferences<Long, K>::kUnitRoundoff;
  CornerDifferences<Long, K> d({position, position});
  if (!d.measure(0)) return std::numeric_limits<double>::infinity();
  const std::array<Long, K> b = corner_weights<K>(weight);
  Vector<Long> sum = Vector<Long>::Zero();
  Long total = 0;
  for (std::size_t j = 0; j < K; ++j) {
    sum += b[j] * d.start[j];
    total += b[j];
  }
  const Long bound = ((sum / total).norm() + 16 * u * d.bound.sum()) * (1 + 16 * u);
  const auto rounded = static_cast<double>(bound);
  return rounded < bound ? std::nextafter(rounded, std::numeric_limits<double>::infinity()) : rounded;
}

double bound_distance(StencilKind kind, const std::array<Vec3, 4>& position, const std::array<double, 4>& weight) {
  return with_corner_count(kind, [&](auto k) { return bound_distance<k()>(position, weight); });
}

template <int K>
bool prove_apart(const std::array<Vec3, 4>& position, double separation) {
  CornerDifferences<Long, K> d({position, position});
  if (!(separation >= 0) || !d.measure(separation)) return false;
  if (d.apart) return true;
  const auto proves = [&](const Vector<Long>& n) { return separated_until<Long, K>(d, n, 0, separation) == 1; };
  return proves(detail::closest_direction<Long>(d.start).n) || proves(detail::plane_normal<Long, K>(d.start));
}

}  // namespace

double file_separation(const Vec3& start, const Vec3& end) {
  return separation_at(start.cwiseAbs().cwiseMax(end.cwiseAbs()).maxCoeff());
}

double file_separation(const StencilMotion& motion) {
  double largest = 0;
  for (std::size_t i = 0; i < 4; ++i) largest = std::max(largest, file_separation(motion.start[i], motion.end[i]));
  return largest;
}

double file_separation(const Contact& contact, std::span<const Vec3> start, std::span<const Vec3> end) {
  double largest = 0;
  for (const VertexId v : contact.vertex)
    largest = std::max(largest, file_separation(start[v.index()], end[v.index()]));
  return largest;
}

double file_separation(std::span<const Vec3> start, std::span<const Vec3> end) {
  MUSLIN_ASSERT(start.size() == end.size());
  std::vector<double> largest(chunk_count(start.size(), kVerticesPerChunk), 0.0);
  parallel_chunks(start.size(), kVerticesPerChunk, [&](Chunk chunk) {
    for (std::size_t v = chunk.begin; v < chunk.end; ++v)
      if (start[v].allFinite() && end[v].allFinite())
        largest[chunk.index] = std::max(largest[chunk.index], file_separation(start[v], end[v]));
  });
  double all = 0;
  for (const double part : largest) all = std::max(all, part);
  return all;
}

PairSeparation pair_separation(double distance, double start_separation, double separation) {
  PairSeparation keep{std::min(separation, distance / 2), separation};
  if (distance > separation) return keep;
  keep.at_end = kept_distance(distance);
  if (distance >= resolved_distance(start_separation))
    keep.at_end = std::max(keep.at_end, resolved_distance(separation));
  return keep;
}

PairSeparation pair_separation(double distance, double separation) {
  return pair_separation(distance, separation, separation);
}

double distance_upper_bound(StencilKind kind, const std::array<Vec3, 4>& position) {
  return bound_distance(kind, position, closest_points(kind, position).weight);
}

bool is_proved_apart(StencilKind kind, const std::array<Vec3, 4>& position, double separation) {
  return with_corner_count(kind, [&](auto k) { return prove_apart<k()>(position, separation); });
}

std::optional<double> step_contact_time(StencilKind kind, const StencilMotion& motion, double separation) {
  const std::optional<double> too_near = time_of_impact(kind, motion, separation);
  if (!too_near) return std::nullopt;

  // A pair that starts at 2s or more must keep s, and this one does not. Most pairs start further apart, which needs no
  // exact distance, because the first answer is never the laxer one. A pair without a distance (NaN) follows the same
  // rule.
  const StencilGap nearest = closest_points(kind, motion.start);
  if (!(nearest.squared_distance < 4 * separation * separation)) return too_near;
  const double distance = bound_distance(kind, motion.start, nearest.weight);
  if (!(distance < 2 * separation)) return too_near;
  const PairSeparation keep =
      pair_separation(distance, file_separation(StencilMotion{motion.start, motion.start}), separation);
  if (const auto time = time_of_impact(kind, motion, keep.along_path)) return time;
  if (!is_proved_apart(kind, motion.end, keep.at_end)) return 1.0;
  return std::nullopt;
}

}  // namespace muslin
