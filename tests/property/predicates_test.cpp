#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/gmp.hpp>
#include <cmath>
#include <muslin/geometry/predicates.hpp>
#include <tests/support/random.hpp>

namespace muslin::predicates_test {
namespace {

using Rational = boost::multiprecision::mpq_rational;
using RationalVec = std::array<Rational, 3>;

RationalVec difference(const Vec3& p, const Vec3& q) {
  return {Rational(p[0]) - Rational(q[0]), Rational(p[1]) - Rational(q[1]), Rational(p[2]) - Rational(q[2])};
}
RationalVec cross(const RationalVec& p, const RationalVec& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
Rational dot(const RationalVec& p, const RationalVec& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

/// A value and its neighbours, a few of the smallest steps away.
double nudged(test::Random& random, double x) {
  const int steps = random.integer(-2, 2);
  for (int i = 0; i < std::abs(steps); ++i) x = std::nextafter(x, steps > 0 ? 1e308 : -1e308);
  return x;
}

using Points = std::array<Vec3, 4>;

Points spread(test::Random& random) {
  return {random.in_box(1.0), random.in_box(1.0), random.in_box(1.0), random.in_box(1.0)};
}

Points on_small_grid(test::Random& random) {
  Points points;
  for (Vec3& p : points)
    for (double& x : p) x = random.integer(-2, 2);
  return points;
}

/// The fourth in the plane of the others but for roundings, the third perhaps on the line of the first two.
Points nearly_flat(test::Random& random) {
  Points points = spread(random);
  auto& [a, b, c, d] = points;
  if (random.chance(0.3)) c = a + random.uniform(-2, 2) * (b - a);
  const double s = random.uniform(-2, 2), t = random.uniform(-2, 2);
  d = a + s * (b - a) + t * (c - a);
  for (double& x : d) x = nudged(random, x);
  return points;
}

/// Every coordinate of another size.
Points of_mixed_size(test::Random& random) {
  Points points = random.chance(0.5) ? on_small_grid(random) : spread(random);
  for (Vec3& p : points)
    for (double& x : p) x = std::ldexp(x, random.integer(-400, 400));
  return points;
}

/// A right angle at the first but for roundings.
Points nearly_square(test::Random& random) {
  Points points = spread(random);
  auto& [a, b, c, d] = points;
  if (random.chance(0.5)) a.setZero();
  const Vec3 p = b - a, q = c - a;
  c = a + q - p.dot(q) / p.squaredNorm() * p;
  for (double& x : c) x = nudged(random, x);
  return points;
}

/// Products of two small differences underflow, then meet one that is large.
Points lopsided(test::Random& random) {
  Points points = nearly_flat(random);
  const Vec3 origin = points[0];
  const int small = random.integer(-540, -525), large = random.integer(0, 900);
  for (Vec3& p : points)
    for (double& x : p) x = std::ldexp(x, small);
  points[0].setZero();
  points[1] = std::ldexp(1.0, large) * origin;
  points[3] = random.uniform(0.5, 2.0) * points[2] + std::ldexp(random.uniform(0.0, 0.3), small) * random.direction();
  return points;
}

Points any_points(test::Random& random) {
  Points points;
  switch (random.integer(0, 5)) {
    case 0:
      points = spread(random);
      break;
    case 1:
      points = on_small_grid(random);
      break;
    case 2:
      points = nearly_flat(random);
      break;
    case 3:
      points = nearly_square(random);
      break;
    case 4:
      points = lopsided(random);
      break;
    default:
      points = of_mixed_size(random);
      break;
  }
  if (random.chance(0.3))
    for (Vec3& p : points) p += Vec3(1e6, -1e6, 1e6);
  if (random.chance(0.4)) {
    // Into the subnormal numbers, near the overflow, and to where products of two or three begin to underflow.
    const std::array<int, 3> exponents = {random.integer(-1060, 620), random.integer(-545, -525),
                                          random.integer(-365, -350)};
    const int exponent = exponents[static_cast<std::size_t>(random.integer(0, 2))];
    for (Vec3& p : points)
      for (double& x : p) x = std::ldexp(x, exponent);
  }
  if (random.chance(0.1)) points[static_cast<std::size_t>(random.integer(0, 3))] = points[0];
  for (Vec3& p : points)
    for (double& x : p)
      if (!std::isfinite(x)) x = 1.0;
  return points;
}

TEST(Predicates, AgreeWithRationalNumbers) {
  std::array<int, 3> seen{};
  for (std::uint64_t seed = 0; seed < 60'000; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const auto [a, b, c, d] = any_points(random);
    const RationalVec ab = difference(b, a), ac = difference(c, a), ad = difference(d, a);
    const RationalVec normal = cross(ab, ac);
    const int expected = dot(normal, ad).sign();
    ++seen[static_cast<std::size_t>(expected + 1)];
    ASSERT_EQ(orient3d_sign(a, b, c, d), expected);
    ASSERT_EQ(orient2d_sign(a, b, c, {0, 1}), normal[2].sign());
    ASSERT_EQ(orient2d_sign(a, b, c, {1, 2}), normal[0].sign());
    ASSERT_EQ(orient2d_sign(a, b, c, {2, 0}), normal[1].sign());
    ASSERT_EQ(are_collinear(a, b, c), normal == RationalVec{});
  }
  for (const int count : seen) EXPECT_GT(count, 2000);  // the input holds all answers
}

}  // namespace
}  // namespace muslin::predicates_test
