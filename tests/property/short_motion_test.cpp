#include <gmpxx.h>
#include <gtest/gtest.h>

#include <limits>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/detect/short_motion.hpp>
#include <tests/support/exact_distance.hpp>
#include <tests/support/random.hpp>

namespace muslin::short_motion_test {
namespace {

using detail::distance_lower_bound;
using detail::relative_motion_is_below;
using test::Random;
using Four = std::array<Vec3, 4>;

constexpr std::array kKinds = {StencilKind::vertex_triangle, StencilKind::edge_edge, StencilKind::vertex_edge};

/// Of all sizes, at all places, flat and thin and far away; some of few bits, which round differently.
Four random_four(Random& random) {
  const double magnitude = std::pow(10, random.uniform(-8, 8)), size = magnitude * std::pow(10, random.uniform(-7, 0));
  const Vec3 place = random.chance(0.5) ? Vec3(0, 0, 0) : random.in_box(magnitude);
  const Vec3 thin = random.chance(0.3) ? Vec3(1, 1, std::pow(10, random.uniform(-12, 0))) : Vec3(1, 1, 1);
  Four x;
  for (Vec3& p : x) {
    p = random.in_box(size).cwiseProduct(thin);
    if (random.chance(0.2)) p = p.cast<float>().cast<double>();
    p += place;
  }
  return x;
}

double exact_distance(StencilKind kind, const Four& x) {
  if (kind == StencilKind::vertex_triangle) return test::exact_point_triangle_distance(x[3], x[0], x[1], x[2]);
  if (kind == StencilKind::edge_edge) return test::exact_edge_edge_distance(x[0], x[1], x[2], x[3]);
  return test::exact_point_edge_distance(x[3], x[0], x[1]);
}

TEST(ShortMotionLaws, DistanceIsBelowTheExactOneAndNearIt) {
  int useful = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Four x = random_four(random);
    const StencilKind kind = kKinds[seed % 3];
    const double distance = distance_lower_bound(kind, x, closest_points(kind, x).gap);
    EXPECT_TRUE(!(distance > 0) || test::exactly_further_apart(kind, x, std::nextafter(distance, 0)));
    const double exact = exact_distance(kind, x);
    if (exact < 1e-6 * test::extent(x)) continue;  // the gap has no digits left: any bound will do
    ++useful;
    EXPECT_GE(distance, exact - 1e-8 * test::extent(x));
  }
  EXPECT_GT(useful, 2000);
}

// From any direction it is a bound, however bad.
TEST(ShortMotionLaws, AnyDirectionGivesABound) {
  int positive = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Four x = random_four(random);
    const StencilKind kind = kKinds[seed % 3];
    const Vec3 n = std::exp2(random.uniform(-320, 320)) * random.direction();
    const double distance = distance_lower_bound(kind, x, n);
    if (!(distance > 0)) continue;
    ++positive;
    EXPECT_TRUE(test::exactly_further_apart(kind, x, std::nextafter(distance, 0)));
  }
  EXPECT_GT(positive, 300);
}

/// The exact square of the largest relative motion of two corners.
mpq_class exact_squared_motion(StencilKind kind, const Four& start, const Four& end) {
  mpq_class largest = 0;
  detail::for_each_corner(kind, [&](std::size_t upper, std::size_t lower) {
    mpq_class sum = 0;
    for (int k = 0; k < 3; ++k) {
      const mpq_class d = (mpq_class(end[upper][k]) - mpq_class(start[upper][k])) -
                          (mpq_class(end[lower][k]) - mpq_class(start[lower][k]));
      sum += d * d;
    }
    if (sum > largest) largest = sum;
  });
  return largest;
}

TEST(ShortMotionLaws, WhatMovesLessDoesSoExactly) {
  int close = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const StencilKind kind = kKinds[seed % 3];
    const Four start = random_four(random);
    Four end = random_four(random), motion;
    if (random.chance(0.5)) {  // nearly the same motion for all: what is computed cancels
      const Vec3 common = random.in_box(std::pow(10, random.uniform(-8, 8)));
      for (std::size_t i = 0; i < 4; ++i) end[i] = start[i] + common;
    }
    for (std::size_t i = 0; i < 4; ++i) motion[i] = end[i] - start[i];
    const mpq_class exact = exact_squared_motion(kind, start, end);
    const double length = std::sqrt(exact.get_d());
    for (const double limit : {length, length * (1 + 0x1p-52), length * (1 - 0x1p-52), length * (1 + 1e-14)}) {
      if (!relative_motion_is_below(kind, motion, limit)) continue;
      ++close;
      EXPECT_LT(exact, mpq_class(limit) * mpq_class(limit));
    }
    double largest = 0;
    for (const Vec3& m : motion) largest = std::max(largest, m.norm());
    EXPECT_TRUE(relative_motion_is_below(kind, motion, length + 1e-14 * largest + 1e-140));
  }
  EXPECT_GT(close, 100);
}

TEST(ShortMotion, WhatIsNotANumberProvesNothing) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
  const Four still = {Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0)};
  for (const StencilKind kind : kKinds) {
    const Four x = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 3), Vec3(0, 0, 3)};
    const Vec3 up = kind == StencilKind::vertex_triangle ? Vec3(0, -3, 1) : Vec3(0, 0, 1);
    const Four used = kind == StencilKind::vertex_edge ? Four{x[0], x[1], x[0], x[3]} : x;
    ASSERT_GT(distance_lower_bound(kind, used, up), 0);
    for (const Vec3& n : {Vec3(0, 0, 0), Vec3(0, 0, kNan), Vec3(0, 0, kInf), Vec3(0, 0, 1e-200), Vec3(0, 0, 1e200)})
      EXPECT_EQ(distance_lower_bound(kind, used, n), 0);
    ASSERT_TRUE(relative_motion_is_below(kind, still, 1));
    EXPECT_FALSE(relative_motion_is_below(kind, still, 0));
    EXPECT_FALSE(relative_motion_is_below(kind, still, kNan));
    for (std::size_t i = 0; i < 4; ++i) {
      if (kind == StencilKind::vertex_edge && i == 2) continue;
      for (const double wrong : {kNan, kInf, -kInf}) {
        Four bad = used;
        bad[i][2] = wrong;
        EXPECT_EQ(distance_lower_bound(kind, bad, up), 0);
        Four motion = still;
        motion[i][1] = wrong;
        EXPECT_FALSE(relative_motion_is_below(kind, motion, 1e300));
      }
    }
  }
}

}  // namespace
}  // namespace muslin::short_motion_test
