#include <gtest/gtest.h>

#include <limits>
#include <muslin/contact/stencil_gap.hpp>
#include <muslin/detect/start_direction.hpp>
#include <tests/support/exact_distance.hpp>
#include <tests/support/proof_checker.hpp>
#include <tests/support/random.hpp>

namespace muslin::start_direction_test {
namespace {

using detail::start_direction;
using detail::StartDirection;
using detail::stays_farther_than;
using test::Random;
using Four = std::array<Vec3, 4>;

constexpr std::array kKinds = {StencilKind::vertex_triangle, StencilKind::edge_edge, StencilKind::vertex_edge};

Four difference(const Four& a, const Four& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]}; }

/// Does this direction keep the pair apart throughout, in exact arithmetic?
bool keeps_apart(StencilKind kind, const StencilMotion& motion, const Vec3& n, double separation) {
  const Eigen::Matrix<long double, 3, 1> direction = n.cast<long double>();
  const ProvedTime proved{.time = {}, .proof = {{.n = direction, .m = direction, .from = 0, .until = 1}}};
  return test::find_proof_error(kind, motion, separation, proved).empty();
}

/// Elements of all sizes at all places, that move together, apart, past and through each other.
StencilMotion random_motion(Random& random) {
  const double size = std::pow(10, random.uniform(-6, 3));
  const Vec3 place = random.chance(0.5) ? Vec3(0, 0, 0) : random.in_box(size * std::pow(10, random.uniform(0, 6)));
  const Vec3 common = random.in_box(size * std::pow(10, random.uniform(-6, 6)));
  const double own = size * std::pow(10, random.uniform(-6, 0.5));
  StencilMotion motion;
  for (std::size_t i = 0; i < 4; ++i) {
    motion.start[i] = place + random.in_box(size);
    motion.end[i] = motion.start[i] + common + random.in_box(own);
  }
  return motion;
}

TEST(StartDirectionLaws, WhatStaysBeyondDoesSoExactly) {
  int proved = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const StencilKind kind = kKinds[seed % 3];
    const StencilMotion motion = random_motion(random);
    const Vec3 guess = random.chance(0.5) ? closest_points(kind, motion.start).gap
                                          : Vec3(std::exp2(random.uniform(-280, 280)) * random.direction());
    const StartDirection direction = start_direction(kind, motion.start, guess);
    const Four moves = difference(motion.end, motion.start);
    // The largest separation that is proved.
    double low = 1e-40, high = direction.height / direction.length;
    if (!stays_farther_than(kind, direction, moves, low)) continue;
    ++proved;
    for (int step = 0; step < 80; ++step) {
      const double middle = 0.5 * (low + high);
      (stays_farther_than(kind, direction, moves, middle) ? low : high) = middle;
    }
    EXPECT_TRUE(keeps_apart(kind, motion, direction.n, low));
    double approach = 0, largest = test::extent(motion.start);
    detail::for_each_corner(kind, [&](std::size_t upper, std::size_t lower) {
      approach = std::min(approach, direction.n.dot(moves[upper] - moves[lower]));
    });
    for (const Vec3& m : moves) largest = std::max(largest, m.norm());
    EXPECT_GE(low, (direction.height + approach) / direction.length - 1e-13 * largest);
  }
  EXPECT_GT(proved, 500);
}

// It sees at least what the length of the motion shows.
TEST(StartDirectionLaws, WhatMovesLessStaysBeyond) {
  int proved = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const StencilKind kind = kKinds[seed % 3];
    const StencilMotion motion = random_motion(random);
    const StartDirection direction = start_direction(kind, motion.start, closest_points(kind, motion.start).gap);
    const Four moves = difference(motion.end, motion.start);
    const double distance = direction.height / direction.length, separation = 1e-9 * distance;
    double largest = 0;
    for (const Vec3& m : moves) largest = std::max(largest, m.norm());
    if (!detail::relative_motion_is_below(kind, moves, distance - separation - 1e-13 * largest)) continue;
    ++proved;
    EXPECT_TRUE(stays_farther_than(kind, direction, moves, separation));
  }
  EXPECT_GT(proved, 500);
}

// 1 apart in z, and 10 to the side: far more than it is apart.
TEST(StartDirection, WhatSlidesPastStaysBeyond) {
  const Four x = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0.2, 0.2, 1)};
  const StartDirection up = start_direction(StencilKind::vertex_triangle, x, Vec3(0, 0, 2));
  EXPECT_NEAR(up.height, 2, 1e-14);
  const auto slides = [&](double z, double separation) {
    const Four motion = {Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(10, 0, z)};
    return stays_farther_than(StencilKind::vertex_triangle, up, motion, separation);
  };
  EXPECT_TRUE(slides(-0.5, 0.49));
  EXPECT_FALSE(slides(-0.5, 0.51));
  EXPECT_TRUE(slides(5, 0.99));
  EXPECT_FALSE(slides(5, 1.01));  // it starts nearer
}

TEST(StartDirection, WhatIsNotANumberProvesNothing) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
  const Four still = {Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0)};
  for (const StencilKind kind : kKinds) {
    const Vec3 third = kind == StencilKind::edge_edge ? Vec3(0, 1, 1) : Vec3(0, 1, 0);
    const Four x = {Vec3(0, 0, 0), Vec3(1, 0, 0), third, Vec3(0, 0, 1)};
    ASSERT_TRUE(stays_farther_than(kind, start_direction(kind, x, Vec3(0, 0, 2)), still, 0.9));
    for (const Vec3& n : {Vec3(0, 0, 0), Vec3(0, 0, kNan), Vec3(0, 0, kInf), Vec3(0, 0, 1e-200), Vec3(0, 0, 1e200)})
      EXPECT_FALSE(stays_farther_than(kind, start_direction(kind, x, n), still, 1e-30));
    for (std::size_t i = 0; i < 4; ++i) {
      for (const double wrong : {kNan, kInf, -kInf}) {
        Four motion = still;
        motion[i][1] = wrong;
        EXPECT_FALSE(stays_farther_than(kind, start_direction(kind, x, Vec3(0, 0, 2)), motion, 1e-30));
      }
    }
  }
}

}  // namespace
}  // namespace muslin::start_direction_test
