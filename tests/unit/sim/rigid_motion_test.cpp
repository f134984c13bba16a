#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <bit>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/sim/motion.hpp>
#include <numbers>
#include <tests/support/random.hpp>

namespace muslin::rigid_motion_test {
namespace {

using std::numbers::pi;

std::vector<Vec3> evaluate(const Motion& motion, double time, const std::vector<Vec3>& start) {
  std::vector<Vec3> positions(start.size(), Vec3::Constant(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_TRUE(motion.evaluate(time, start, positions).has_value());
  return positions;
}

Vec3 evaluate(const Motion& motion, double time, const Vec3& start) {
  return evaluate(motion, time, std::vector<Vec3>{start})[0];
}

bool same_bits(const Vec3& a, const Vec3& b) {
  for (int i = 0; i < 3; ++i)
    if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
  return true;
}

void expect_near(const Vec3& a, const Vec3& b, double tolerance = 1e-14) {
  EXPECT_LE((a - b).norm(), tolerance) << a.transpose() << " and " << b.transpose();
}

Vec3 velocity(const Motion& motion, double time, const Vec3& start) {
  constexpr double kStep = 1e-6;
  return (evaluate(motion, time + kStep, start) - evaluate(motion, time - kStep, start)) / (2.0 * kStep);
}

TEST(RigidMotion, WithoutAnythingStandsStillToTheBit) {
  const auto motion = make_rigid_motion({.centre = Vec3(1e3, 0.1, 0.7)});
  const Vec3 start(0.1, -0.0, 1e-300);
  for (const double time : {-1.0, 0.0, 0.3, 1e9}) EXPECT_TRUE(same_bits(evaluate(*motion, time, start), start));
}

TEST(RigidMotion, StandsStillToTheBitBeforeItBegins) {
  const auto motion = make_rigid_motion({.centre = Vec3(1e3, 0.1, 0.7),
                                         .keyframes = {{.time = 1.0}, {.time = 2.0, .rotation = Vec3(1, 2, 3)}},
                                         .velocity = Vec3(1, 1, 1),
                                         .angular_velocity = Vec3(0, 1, 0),
                                         .begin = 1.5});
  const Vec3 start(0.1, -0.0, 0.3);
  for (const double time : {-1.0, 0.0, 0.5, 1.0}) EXPECT_TRUE(same_bits(evaluate(*motion, time, start), start));
  EXPECT_NE(evaluate(*motion, 1.01, start), start);
}

TEST(RigidMotion, OneKeyframeIsAPoseAtAllTimes) {
  const auto motion = make_rigid_motion(
      {.centre = Vec3(1, 0, 0),
       .keyframes = {{.time = 3.0, .translation = Vec3(0, 5, 0), .rotation = Vec3(0, 0, pi / 2), .scale = 2.0}}});
  // From the centre: (1, 0, 0), doubled and turned to (0, 2, 0).
  for (const double time : {0.0, 3.0, 10.0}) expect_near(evaluate(*motion, time, Vec3(2, 0, 0)), Vec3(1, 7, 0));
}

TEST(RigidMotion, SmoothTranslationByHand) {
  const auto motion = make_rigid_motion(
      {.keyframes = {
           {.time = 1.0}, {.time = 2.0, .translation = Vec3(1, 0, 0)}, {.time = 4.0, .translation = Vec3(3, 0, 0)}}});
  // Speed 1 m/s through the middle keyframe. First interval: 2u² - u³; second: 1 + 2(u + u² - u³).
  EXPECT_EQ(evaluate(*motion, 1.5, Vec3::Zero()), Vec3(0.375, 0, 0));
  EXPECT_EQ(evaluate(*motion, 2.0, Vec3::Zero()), Vec3(1, 0, 0));
  EXPECT_EQ(evaluate(*motion, 3.0, Vec3::Zero()), Vec3(2.25, 0, 0));
  EXPECT_EQ(evaluate(*motion, 4.0, Vec3::Zero()), Vec3(3, 0, 0));
  EXPECT_EQ(evaluate(*motion, 9.0, Vec3::Zero()), Vec3(3, 0, 0));
  expect_near(velocity(*motion, 2.0, Vec3::Zero()), Vec3(1, 0, 0), 1e-6);
}

TEST(RigidMotion, SlopeAtUnevenTimesIsThatOfTheParabola) {
  // x = t² at 0, 1, 3, and another keyframe that only has to be there: the slope at 1 is 2.
  const auto motion = make_rigid_motion(
      {.keyframes = {
           {.time = 0.0}, {.time = 1.0, .translation = Vec3(1, 0, 0)}, {.time = 3.0, .translation = Vec3(9, 0, 0)}}});
  expect_near(velocity(*motion, 1.0, Vec3::Zero()), Vec3(2, 0, 0), 1e-5);
}

TEST(RigidMotion, LinearGoesAtConstantSpeed) {
  const auto motion =
      make_rigid_motion({.keyframes = {{.time = 0.0}, {.time = 2.0, .translation = Vec3(4, 0, 0), .scale = 3.0}},
                         .interpolation = Interpolation::linear});
  EXPECT_EQ(evaluate(*motion, 0.5, Vec3(0, 1, 0)), Vec3(1, 1.5, 0));
  EXPECT_EQ(evaluate(*motion, 1.0, Vec3(0, 1, 0)), Vec3(2, 2, 0));
}

TEST(RigidMotion, TurnsWholeTurns) {
  for (const Interpolation interpolation : {Interpolation::smooth, Interpolation::linear}) {
    const auto motion =
        make_rigid_motion({.centre = Vec3(1, 0, 0),
                           .keyframes = {{.time = 0.0}, {.time = 1.0, .rotation = Vec3(0, 4.0 * pi, 0)}},
                           .interpolation = interpolation});
    // Both ways of going from 0 to 1 are symmetric about the middle: a turn and no more there. At a quarter of the
    // time, linear has done half a turn.
    expect_near(evaluate(*motion, 0.5, Vec3(2, 0, 0)), Vec3(2, 0, 0));
    expect_near(evaluate(*motion, 1.0, Vec3(2, 0, 0)), Vec3(2, 0, 0));
    if (interpolation == Interpolation::linear) {
      expect_near(evaluate(*motion, 0.25, Vec3(2, 0, 0)), Vec3(0, 0, 0));
      expect_near(evaluate(*motion, 0.125, Vec3(2, 0, 0)), Vec3(1, 0, -1));  // right-handed: x goes to -z
    }
  }
}

TEST(RigidMotion, TurnsAboutAFixedAxisExactly) {
  const Vec3 axis = Vec3(1, 2, -2) / 3.0;
  const auto motion = make_rigid_motion(
      {.keyframes = {{.time = 0.0}, {.time = 0.7, .rotation = 5.0 * axis}, {.time = 1.0, .rotation = 9.0 * axis}}});
  const Vec3 start(0.3, -0.2, 0.9);
  for (double time = 0.0; time <= 1.0; time += 0.01) {
    const Vec3 position = evaluate(*motion, time, start);
    EXPECT_NEAR(position.dot(axis), start.dot(axis), 1e-15);
    EXPECT_NEAR(position.norm(), start.norm(), 1e-15);
  }
}

TEST(RigidMotion, VelocityAndSpinActInTheirTime) {
  const auto motion = make_rigid_motion({.centre = Vec3(1, 0, 0),
                                         .velocity = Vec3(0, 2, 0),
                                         .angular_velocity = Vec3(0, 0, pi / 2),
                                         .begin = 1.0,
                                         .end = 3.0});
  const Vec3 start(2, 0, 0);
  EXPECT_EQ(evaluate(*motion, 1.0, start), start);
  expect_near(evaluate(*motion, 2.0, start), Vec3(1, 3, 0));
  expect_near(evaluate(*motion, 3.0, start), Vec3(0, 4, 0));
  EXPECT_TRUE(same_bits(evaluate(*motion, 3.0, start), evaluate(*motion, 77.0, start)));
}

TEST(RigidMotion, SpinComesAfterTheRotationOfKeyframes) {
  const auto motion = make_rigid_motion({.keyframes = {{.time = 0.0, .rotation = Vec3(pi / 2, 0, 0), .scale = 2.0}},
                                         .angular_velocity = Vec3(0, 0, pi / 2)});
  expect_near(evaluate(*motion, 1.0, Vec3(0, 1, 0)), Vec3(0, 0, 2));  // y to z, which stays
  expect_near(evaluate(*motion, 1.0, Vec3(0, 0, 1)), Vec3(2, 0, 0));  // z to -y to x
}

TEST(RigidMotion, StandsStillBetweenTwoEqualKeyframes) {
  const Keyframe held{.time = 1.0, .translation = Vec3(1, 2, 3), .rotation = Vec3(0.1, 0, 0), .scale = 1.5};
  Keyframe again = held;
  again.time = 2.0;
  const auto motion =
      make_rigid_motion({.keyframes = {{.time = 0.0}, held, again, {.time = 3.0, .translation = Vec3(9, 9, 9)}}});
  const Vec3 start(0.3, 0.4, 0.5), there = evaluate(*motion, 1.0, start);
  for (const double time : {1.1, 1.5, 1.9, 2.0}) EXPECT_TRUE(same_bits(evaluate(*motion, time, start), there));
}

std::vector<Keyframe> random_keyframes(test::Random& random) {
  std::vector<Keyframe> keys;
  double time = random.uniform(-1.0, 1.0);
  for (int k = random.integer(2, 6); k > 0; --k) {
    keys.push_back({.time = time,
                    .translation = random.in_box(1.0),
                    .rotation = random.in_box(7.0),
                    .scale = random.uniform(0.1, 3.0)});
    time += std::exp2(random.uniform(-4.0, 2.0));
  }
  return keys;
}

TEST(RigidMotion, NeverLeavesTheRangeOfItsKeyframes) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    std::vector<Keyframe> keys = random_keyframes(random);
    for (Keyframe& key : keys) key.rotation.setZero();
    const auto motion = make_rigid_motion({.keyframes = keys});
    for (std::size_t k = 1; k < keys.size(); ++k) {
      const Vec3 low = keys[k - 1].translation.cwiseMin(keys[k].translation).array() - 1e-14;
      const Vec3 high = keys[k - 1].translation.cwiseMax(keys[k].translation).array() + 1e-14;
      const double small = std::min(keys[k - 1].scale, keys[k].scale),
                   large = std::max(keys[k - 1].scale, keys[k].scale);
      for (double u = 0.0; u < 1.0; u += 0.03) {
        const double time = keys[k - 1].time + u * (keys[k].time - keys[k - 1].time);
        const std::vector<Vec3> x = evaluate(*motion, time, std::vector<Vec3>{Vec3::Zero(), Vec3(1, 0, 0)});
        EXPECT_TRUE((x[0].array() >= low.array()).all() && (x[0].array() <= high.array()).all());
        const double scale = (x[1] - x[0]).norm();
        EXPECT_TRUE(scale >= small - 1e-14 && scale <= large + 1e-14);
      }
    }
  }
}

TEST(RigidMotion, PositionAndVelocityAreContinuous) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const std::vector<Keyframe> keys = random_keyframes(random);
    const auto motion = make_rigid_motion({.centre = random.in_box(1.0), .keyframes = keys});
    const Vec3 start = random.in_box(1.0);
    for (const Keyframe& key : keys) {
      // Velocities just before and just after differ by the acceleration in between alone, which falls with the step.
      for (const double step : {1e-4, 1e-5}) {
        const Vec3 before = evaluate(*motion, key.time - step, start), at = evaluate(*motion, key.time, start),
                   after = evaluate(*motion, key.time + step, start);
        EXPECT_LE((after - 2.0 * at + before).norm(), 2e5 * step * step);
        EXPECT_LE((after - before).norm(), 1e4 * step);
      }
    }
    EXPECT_LE(velocity(*motion, keys.front().time, start).norm(), 0.2);
    EXPECT_LE(velocity(*motion, keys.back().time, start).norm(), 0.2);
  }
}

TEST(RigidMotion, KeepsShapesAndMeetsItsKeyframes) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const std::vector<Keyframe> keys = random_keyframes(random);
    const Vec3 centre = random.in_box(2.0);
    const auto motion = make_rigid_motion({.centre = centre, .keyframes = keys});
    const Vec3 start = random.in_box(2.0);
    for (const Keyframe& key : keys) {
      const double angle = key.rotation.norm();
      const Vec3 turned = Eigen::AngleAxisd(angle, key.rotation / angle) * (start - centre);
      expect_near(evaluate(*motion, key.time, start), centre + key.translation + key.scale * turned, 1e-13);
    }
  }
}

TEST(RigidMotion, SameBitsOnAnyNumberOfThreads) {
  test::Random random(5);
  std::vector<Vec3> start;
  for (int i = 0; i < 10000; ++i) start.push_back(random.in_box(1.0));
  const auto motion = make_rigid_motion({.velocity = Vec3(1, 2, 3), .angular_velocity = Vec3(3, 2, 1)});
  const std::vector<Vec3> expected = evaluate(*motion, 0.37, start);
  for (const int threads : {1, 2, 3})
    with_threads(threads, [&] { EXPECT_EQ(evaluate(*motion, 0.37, start), expected); });
}

#if MUSLIN_ASSERTS_ENABLED && GTEST_HAS_DEATH_TEST
TEST(RigidMotionDeathTest, RefusesKeyframesOutOfOrder) {
  EXPECT_DEATH((void)make_rigid_motion({.keyframes = {{.time = 1.0}, {.time = 1.0}}}), "invariant broken");
}
#endif

}  // namespace
}  // namespace muslin::rigid_motion_test
