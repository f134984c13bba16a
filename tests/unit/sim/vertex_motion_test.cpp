#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/sim/motion.hpp>
#include <tests/support/random.hpp>

namespace muslin::vertex_motion_test {
namespace {

/// Frames from memory, counting how often they are asked for.
class StoredFrames final : public VertexFrames {
 public:
  explicit StoredFrames(std::vector<std::vector<Vec3>> frames) : frames_(std::move(frames)) {}
  [[nodiscard]] std::int64_t size() const override { return static_cast<std::int64_t>(frames_.size()); }
  [[nodiscard]] Result<std::vector<Vec3>> load(std::int64_t frame) const override {
    ++loads;
    if (frame == unreadable) return Error{.where = "dancer.pc2", .what = "cut off", .remedy = "export it again"};
    return frames_.at(static_cast<std::size_t>(frame));
  }

  mutable std::atomic<int> loads = 0;
  std::int64_t unreadable = -1;

 private:
  std::vector<std::vector<Vec3>> frames_;
};

/// One vertex, on the x axis.
std::shared_ptr<StoredFrames> on_axis(const std::vector<double>& x) {
  std::vector<std::vector<Vec3>> frames;
  for (const double value : x) frames.push_back({Vec3(value, 0.0, 0.0)});
  return std::make_shared<StoredFrames>(std::move(frames));
}

double x_at(const Motion& motion, double time) {
  const std::vector<Vec3> start = {Vec3(100, 100, 100)};
  std::vector<Vec3> positions = {Vec3::Constant(std::numeric_limits<double>::quiet_NaN())};
  EXPECT_TRUE(motion.evaluate(time, start, positions).has_value());
  EXPECT_EQ(positions[0].y(), 0.0);
  return positions[0].x();
}

std::shared_ptr<StoredFrames> random_frames(std::uint64_t seed, int frames, int vertices) {
  test::Random random(seed);
  std::vector<std::vector<Vec3>> all(static_cast<std::size_t>(frames));
  for (auto& frame : all)
    for (int v = 0; v < vertices; ++v) frame.push_back(random.in_box(1.0));
  return std::make_shared<StoredFrames>(std::move(all));
}

TEST(VertexMotion, SmoothByHand) {
  const auto motion = make_vertex_motion(on_axis({0, 1, 2, 3, 4}), {.frame_time = 0.5, .begin = 10.0});
  // Slope 1 per frame inside, none at the ends: 2u² - u³ in the first interval, straight in the inner ones.
  EXPECT_EQ(x_at(*motion, 10.25), 0.375);
  EXPECT_EQ(x_at(*motion, 10.75), 1.5);
  EXPECT_EQ(x_at(*motion, 11.125), 2.25);
  EXPECT_EQ(x_at(*motion, 11.75), 4.0 - 0.375);
}

TEST(VertexMotion, PassesThroughACornerAsCatmullAndRomDo) {
  const auto motion = make_vertex_motion(on_axis({0, 0, 0, 1, 1, 1}), {.frame_time = 1.0});
  EXPECT_EQ(x_at(*motion, 1.5), -0.0625);  // slope ½ at frame 2, times -u²(1 - u) = -1/8
  EXPECT_EQ(x_at(*motion, 2.5), 0.5);
  EXPECT_EQ(x_at(*motion, 3.5), 1.0625);
}

TEST(VertexMotion, LinearByHand) {
  const auto motion =
      make_vertex_motion(on_axis({0, 1, 5}), {.frame_time = 0.5, .interpolation = Interpolation::linear});
  EXPECT_EQ(x_at(*motion, 0.125), 0.25);
  EXPECT_EQ(x_at(*motion, 0.75), 3.0);
}

TEST(VertexMotion, StandsStillBeforeAndAfter) {
  const auto motion = make_vertex_motion(on_axis({0.1, 0.7, 0.3}), {.frame_time = 0.5, .begin = -0.25});
  EXPECT_EQ(x_at(*motion, -1e300), 0.1);
  EXPECT_EQ(x_at(*motion, -0.25), 0.1);
  EXPECT_EQ(x_at(*motion, 0.75), 0.3);
  EXPECT_EQ(x_at(*motion, 1e300), 0.3);
}

TEST(VertexMotion, OneFrameIsThereAtAllTimes) {
  const auto motion = make_vertex_motion(on_axis({0.1}), {});
  for (const double time : {-1.0, 0.0, 0.01, 5.0}) EXPECT_EQ(x_at(*motion, time), 0.1);
}

TEST(VertexMotion, IsExactAtTheTimesOfFrames) {
  const auto frames = random_frames(1, 200, 3);
  const std::vector<Vec3> start(3, Vec3::Zero());
  for (const double rate : {24.0, 29.97, 60.0}) {
    const auto motion = make_vertex_motion(frames, {.frame_time = 1.0 / rate, .begin = 0.1});
    for (std::int64_t f = 0; f < frames->size(); ++f) {
      std::vector<Vec3> quotient(3), product(3);
      ASSERT_TRUE(motion->evaluate(0.1 + static_cast<double>(f) / rate, start, quotient));
      ASSERT_TRUE(motion->evaluate(0.1 + static_cast<double>(f) * (1.0 / rate), start, product));
      EXPECT_EQ(quotient, *frames->load(f));
      EXPECT_EQ(product, *frames->load(f));
    }
  }
}

TEST(VertexMotion, WhatStandsStillKeepsItsBits) {
  const auto motion = make_vertex_motion(on_axis(std::vector<double>(6, 0.1)), {.frame_time = 1.0});
  for (double time = 0.0; time < 5.0; time += 0.01) EXPECT_EQ(x_at(*motion, time), 0.1);
}

TEST(VertexMotion, PositionAndVelocityAreContinuous) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const auto motion = make_vertex_motion(random_frames(seed, 8, 1), {.frame_time = 1.0});
    const std::vector<Vec3> start(1, Vec3::Zero());
    const auto at = [&](double time) {
      std::vector<Vec3> x(1);
      EXPECT_TRUE(motion->evaluate(time, start, x));
      return x[0];
    };
    for (int f = 0; f < 8; ++f) {
      // Accelerations are at most some twenty per frame² here; a jump of the velocity would be of order step, not
      // step².
      for (const double step : {1e-3, 1e-4})
        EXPECT_LE((at(f + step) - 2.0 * at(f) + at(f - step)).norm(), 50.0 * step * step);
    }
    for (const double end : {0.0, 7.0}) EXPECT_LE((at(end + 1e-5) - at(end - 1e-5)).norm() / 2e-5, 1e-3);
  }
}

TEST(VertexMotion, LoadsEachFrameOnceWhileTimeAdvances) {
  const auto frames = on_axis({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  const auto motion = make_vertex_motion(frames, {.frame_time = 1.0});
  for (double time = 0.0; time <= 10.0; time += 0.01) (void)x_at(*motion, time);
  EXPECT_EQ(frames->loads, 10);
  (void)x_at(*motion, 0.5);  // back again: three frames
  EXPECT_EQ(frames->loads, 13);
}

TEST(VertexMotion, PassesOnTheErrorOfItsSource) {
  for (const std::int64_t unreadable : {0, 1, 2, 3}) {
    const auto frames = on_axis({0, 1, 2, 3});
    frames->unreadable = unreadable;
    const auto motion = make_vertex_motion(frames, {.frame_time = 1.0});
    const std::vector<Vec3> start(1, Vec3::Zero());
    std::vector<Vec3> positions(1);
    const Status status = motion->evaluate(1.5, start, positions);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message(), "dancer.pc2: cut off; export it again");
    frames->unreadable = -1;  // it may come back: nothing of the failure is kept
    EXPECT_TRUE(motion->evaluate(1.5, start, positions));
  }
}

TEST(VertexMotion, SaysThatTheNumberOfVerticesDiffers) {
  const auto motion = make_vertex_motion(random_frames(1, 3, 5), {.frame_time = 1.0});
  const std::vector<Vec3> start(4, Vec3::Zero());
  std::vector<Vec3> positions(4);
  for (const double time : {1.0, 1.5}) {
    const Status status = motion->evaluate(time, start, positions);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().what.find("has 5 vertices; the body has 4"), std::string::npos) << status.error().what;
  }
}

TEST(VertexMotion, SaysThatThereAreNoFrames) {
  const auto motion = make_vertex_motion(on_axis({}), {});
  std::vector<Vec3> positions;
  const Status status = motion->evaluate(0.0, positions, positions);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().what, "the animation has no frames");
}

TEST(VertexMotion, SameBitsFromManyThreads) {
  const auto motion = make_vertex_motion(random_frames(2, 40, 50), {.frame_time = 1.0});
  const std::vector<Vec3> start(50, Vec3::Zero());
  const auto at = [&](std::size_t i) {
    std::vector<Vec3> x(50);
    EXPECT_TRUE(motion->evaluate(0.3 * static_cast<double>(i), start, x));
    return x;
  };
  std::vector<std::vector<Vec3>> expected(130), got(130);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = at(i);
  with_threads(4, [&] { parallel_for(got.size(), 3, [&](std::size_t i) { got[i] = at(i); }); });
  EXPECT_EQ(got, expected);
}

#if MUSLIN_ASSERTS_ENABLED && GTEST_HAS_DEATH_TEST
TEST(VertexMotionDeathTest, RefusesSpansOfDifferentSize) {
  const auto motion = make_vertex_motion(on_axis({0}), {});
  const std::vector<Vec3> start(2, Vec3::Zero());
  std::vector<Vec3> positions(1);
  EXPECT_DEATH((void)motion->evaluate(0.0, start, positions), "invariant broken");
}
#endif

}  // namespace
}  // namespace muslin::vertex_motion_test
