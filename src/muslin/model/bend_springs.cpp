#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/model/bend_springs.hpp>
#include <numbers>

namespace muslin {
namespace {

/// Half angle [rad] below which the closed forms lose digits by cancellation, and three terms of their series are exact
/// to 1e-12.
constexpr double kSmallAngle = 0.05;

/// Returns 1 - sin(u)/u, by which a chord is shorter than its arc, relative to the arc.
double shortening(double u) {
  const double w = u * u;
  if (u < kSmallAngle) return w * (1.0 / 6.0 - w * (1.0 / 120.0 - w / 5040.0));
  return 1.0 - std::sin(u) / u;
}

/// Returns sin(u)/u - cos(u), for u > 0.
double arc_slope(double u) {
  const double w = u * u;
  if (u < kSmallAngle) return w * (1.0 / 3.0 - w * (1.0 / 30.0 - w / 840.0));
  return std::sin(u) / u - std::cos(u);
}

/// Returns the half angle with shortening(u) = s, for 0 < s ≤ 1.
double half_angle(double s) {
  // Start with its series at 0, adjusted to reach π, then use Newton's iteration, which squares the error each time
  // (1e-2 at first).
  double u = std::sqrt(6.0 * s) * (1.0 + s * (0.15 + s * 0.1325));
  for (int i = 0; i < 4; ++i) u -= (shortening(u) - s) * u / arc_slope(u);
  return std::min(u, std::numbers::pi);
}

/// Returns T L²/B, for u > 0.
double thrust(double u) { return 4.0 * u * u / arc_slope(u); }

/// Returns -∂T/∂l · L³/B, for u > 0.
double thrust_rate(double u) {
  const double slope = arc_slope(u), w = u * u;
  const double change =
      u < kSmallAngle ? w * w * u * (1.0 / 15.0 - w * (1.0 / 210.0 - w / 7560.0)) : 3.0 * u * slope - w * std::sin(u);
  return 4.0 * u * change / (slope * slope * slope);
}

/// Returns the half angle at which the linear thrust equals that of the arc, or π if it never does.
double buckling_angle(const BendSpring& spring) {
  const double length = spring.rest_length;
  const double relative = spring.stiffness * length * length * length;  // c L in units of B/L²
  const auto buckled = [&](double u) { return relative * shortening(u) >= spring.rigidity * thrust(u); };
  double low = 0.0, high = std::numbers::pi;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (buckled(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

BendSprings::BendSprings(const std::vector<BendSpring>& springs) {
  for (const BendSpring& spring : springs) add(spring);
}

void BendSprings::add(const BendSpring& spring) {
  MUSLIN_ASSERT(spring.rest_length > 0.0 && spring.rigidity >= 0.0 && spring.stiffness > 0.0 && spring.damping >= 0.0);
  springs_.push_back(spring);
  buckling_angle_.push_back(buckling_angle(spring));
}

void BendSprings::prepare(std::span<const Vec3> x, std::span<const Vec3> v) {
  now_.resize(springs_.size());
  parallel_for(springs_.size(), kElementsPerChunk, [&](std::size_t e) {
    const BendSpring& spring = springs_[e];
    const std::size_t from = spring.vertices[0].index(), to = spring.vertices[1].index();
    const Vec3 rate = v[to] - v[from];
    // Length and direction are those of the spring before it buckles.
    const double length = spring.rest_length;
    detail::AxialSpring& now = now_[e];
    now = detail::axial_spring({.stiffness = spring.stiffness, .rest_length = length, .damping = spring.damping},
                               x[to] - x[from], rate);
    now.lateral = 0.0;
    const double relative = 1.0 - now.length / length;
    const double meeting = buckling_angle_[e], longest = shortening(meeting);
    if (relative <= 0.0) {
      now.energy = now.elastic = now.stiffness = 0.0;
    } else if (relative > longest) {
      const double u = half_angle(relative), unit = spring.rigidity / (length * length);
      const double unbuckled = length * longest;
      now.energy = 0.5 * spring.stiffness * unbuckled * unbuckled + 2.0 * unit * length * (u * u - meeting * meeting);
      now.elastic = -unit * thrust(u);
      now.stiffness = unit / length * thrust_rate(u);
    }
    now.damping = spring.damping * now.stiffness;
    now.tension = now.elastic + now.damping * now.direction.dot(rate);
  });
}

}  // namespace muslin
