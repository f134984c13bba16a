#include <gtest/gtest.h>

#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/frame_costs.hpp>

namespace muslin::frame_costs_test {
namespace {

StepReport step_of(std::int64_t frame, double seconds) {
  StepReport step;
  step.frame = frame;
  step.seconds.detection = seconds;
  step.collision.contacts = 3;
  step.collision.rungs.halvings = 1;
  return step;
}

/// Frames of two steps each, with these times.
FrameCosts costs_of(const std::vector<double>& seconds) {
  FrameCosts costs;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    StepReport first = step_of(static_cast<std::int64_t>(i + 2), 0.75 * seconds[i]);
    first.collision.lag.length = 0.1 * static_cast<double>(i);
    first.collision.lag.body = 2;
    costs.add(first);
    costs.add(step_of(static_cast<std::int64_t>(i + 2), 0.25 * seconds[i]));
  }
  return costs;
}

TEST(FrameCosts, SumTheStepsOfAFrame) {
  const FrameCosts costs = costs_of({1, 2});
  ASSERT_EQ(costs.frames().size(), 2U);
  const FrameCost& last = costs.frames().back();
  EXPECT_EQ(last.frame, 3);
  EXPECT_EQ(last.steps, 2);
  EXPECT_DOUBLE_EQ(last.seconds.detection, 2.0);
  EXPECT_EQ(last.contacts, 6);
  EXPECT_EQ(last.rungs.halvings, 2);
  EXPECT_DOUBLE_EQ(last.lag.length, 0.1);
  EXPECT_EQ(last.lag.body, 2);
}

TEST(FrameCosts, NameTheFramesFarAboveTheMedian) {
  const std::vector<SlowFrame> slow = costs_of({0.1, 0.1, 2.5, 0.2, 0.1, 1.9, 0.1}).slow_frames();
  ASSERT_EQ(slow.size(), 1U);  // the sixth took 19 times the median
  EXPECT_EQ(slow[0].cost.frame, 4);
  EXPECT_DOUBLE_EQ(slow[0].median_seconds, 0.1);
  EXPECT_EQ(slow[0].median_steps, 2);
  EXPECT_EQ(slow[0].median_contacts, 6);
}

// What most frames do explains what one of them did more of.
TEST(FrameCosts, CompareTheWorkOfAFrameWithThatOfMost) {
  FrameCosts costs = costs_of({0.1, 0.1, 0.1, 0.1, 0.1});
  for (int step = 0; step < 40; ++step) costs.add(step_of(99, 0.1));
  const std::vector<SlowFrame> slow = costs.slow_frames();
  ASSERT_EQ(slow.size(), 1U);
  EXPECT_EQ(slow[0].cost.steps, 40);
  EXPECT_EQ(slow[0].median_steps, 2);
  EXPECT_EQ(slow[0].cost.contacts, 120);
  EXPECT_EQ(slow[0].median_contacts, 6);
}

// A frame of a fast run is slow too, unless another program may just have taken the processor.
TEST(FrameCosts, NameNoFrameOfAShortOrVeryFastRun) {
  EXPECT_TRUE(costs_of({0.01, 0.01, 9.0, 0.01}).slow_frames().empty());
  EXPECT_TRUE(costs_of({0.001, 0.001, 0.04, 0.001, 0.001}).slow_frames().empty());
  EXPECT_EQ(costs_of({0.001, 0.001, 0.06, 0.001, 0.001}).slow_frames().size(), 1U);
  EXPECT_TRUE(costs_of({0.01, 0.01, 0.19, 0.01, 0.01}).slow_frames().empty());
  EXPECT_EQ(costs_of({0.01, 0.01, 0.21, 0.01, 0.01}).slow_frames().size(), 1U);
}

// What costs much late in a run is no exception if most frames cost as much.
TEST(FrameCosts, CompareWithTheMedianOfTheWholeRun) {
  EXPECT_EQ(costs_of({0.1, 0.1, 0.1, 0.1, 0.1, 3, 3}).slow_frames().size(), 2U);
  EXPECT_TRUE(costs_of({0.1, 0.1, 0.1, 0.1, 0.1, 3, 3, 3, 3, 3, 3}).slow_frames().empty());
}

TEST(FrameCosts, KeepTheCostliestInTheirOrder) {
  std::vector<double> seconds(100, 0.01);
  for (int i = 0; i < 40; ++i) seconds[static_cast<std::size_t>(2 * i)] = 2.0 + i % 7;
  const std::vector<SlowFrame> slow = costs_of(seconds).slow_frames();
  ASSERT_EQ(slow.size(), tolerance::kMaxSlowFrames);
  for (std::size_t i = 0; i < slow.size(); ++i) {
    EXPECT_GE(slow[i].cost.seconds.total(), 5.0);  // 2 + i mod 7 of the upper half
    if (i == 0) continue;
    EXPECT_LT(slow[i - 1].cost.frame, slow[i].cost.frame);
  }
}

}  // namespace
}  // namespace muslin::frame_costs_test
