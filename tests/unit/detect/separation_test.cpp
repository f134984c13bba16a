#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <muslin/core/tolerances/detect.hpp>
#include <muslin/detect/separation.hpp>
#include <vector>

namespace muslin::separation_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// s for coordinates of one to two metres.
const double kS = 4 * std::sqrt(3.0) * 0x1p-23;

/// A vertex over a triangle with corners of up to 1.5 m, or an edge over an edge: from one height to another, shifted
/// sideways on the way.
StencilMotion vertical(StencilKind kind, double from, double to, double sideways = 0) {
  StencilMotion motion;
  if (kind == StencilKind::vertex_triangle)
    motion.start = {Vec3(-1, -1, 0), Vec3(1.5, -1, 0), Vec3(-1, 1.5, 0), Vec3(0.1, 0.2, from)};
  else
    motion.start = {Vec3(-1.5, 0, 0), Vec3(1.5, 0, 0), Vec3(0.1, -1, from), Vec3(0.2, 1, from)};
  if (kind == StencilKind::vertex_edge) motion.start[3].y() = 0;
  if (kind == StencilKind::vertex_edge) motion.start[2] = motion.start[0];
  motion.end = motion.start;
  for (std::size_t i = kind == StencilKind::edge_edge ? 2 : 3; i < 4; ++i) {
    motion.end[i].z() = to;
    motion.end[i].x() += sideways;
  }
  return motion;
}

std::optional<double> contact_time(StencilKind kind, double from, double to, double sideways = 0) {
  const StencilMotion motion = vertical(kind, from, to, sideways);
  EXPECT_NEAR(file_separation(motion), kS, 1e-15 * kS);
  return step_contact_time(kind, motion, file_separation(motion));
}

TEST(FileSeparation, IsFourRootThreeUnitsInTheLastPlaceOfAFloat) {
  EXPECT_GE(static_cast<long double>(tolerance::kSeparationUlps) * tolerance::kSeparationUlps, 48.0L);
  EXPECT_LT(tolerance::kSeparationUlps, 4 * std::sqrt(3.0) * (1 + 1e-15));
  for (const float x : {1.0F, 1.9999F, 2.0F, 3.0F, 0.3F, 1e-3F, 1e4F, 1e-30F, 1e-40F, 3e38F}) {
    StencilMotion motion;
    motion.start.fill(Vec3::Zero());
    motion.end = motion.start;
    motion.end[2].y() = -static_cast<double>(x);
    // Below a power of two floats are denser; what counts is the spacing above.
    const double expected = tolerance::kSeparationUlps * double(std::nextafter(x, HUGE_VALF) - x);
    EXPECT_EQ(file_separation(motion), expected) << x;
    std::swap(motion.start, motion.end);
    EXPECT_EQ(file_separation(motion), expected) << x;
  }
}

TEST(FileSeparation, OfAContactAndOfAScene) {
  const std::vector<Vec3> start = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {100, 0, 0}};
  std::vector<Vec3> end = start;
  const Contact contact{.vertex = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)}};
  EXPECT_EQ(file_separation(contact, start, end), tolerance::kSeparationUlps * 0x1p-23);
  EXPECT_EQ(file_separation(start, end), tolerance::kSeparationUlps * 0x1p-17);
  end[0].z() = -4;
  EXPECT_EQ(file_separation(contact, start, end), tolerance::kSeparationUlps * 0x1p-21);
  end[1].x() = kNaN;
  end[2].x() = kInfinity;
  EXPECT_EQ(file_separation(start, end), tolerance::kSeparationUlps * 0x1p-17);
  EXPECT_GE(file_separation(std::span<const Vec3>{}, std::span<const Vec3>{}), 0);
}

TEST(PairSeparation, FollowsTheRule) {
  EXPECT_EQ(pair_separation(10, 1).along_path, 1);
  EXPECT_EQ(pair_separation(10, 1).at_end, 1);
  EXPECT_EQ(pair_separation(1.5, 1).along_path, 0.75);
  EXPECT_EQ(pair_separation(1.5, 1).at_end, 1);
  EXPECT_EQ(pair_separation(0.5, 1).along_path, 0.25);
  for (double d = 1e-12; d <= 1; d *= 1.001) {
    const double kept = pair_separation(d, 1).at_end;
    EXPECT_LE(kept, d);
    EXPECT_GE(kept, d * 16 / 17 * (1 - 1e-15));
    // A member of the set keeps itself, also by rounding: else it would sink from one to the next.
    EXPECT_EQ(pair_separation(kept, 1).at_end, kept);
    EXPECT_EQ(pair_separation(std::nextafter(kept, 1), 1).at_end, kept);
    EXPECT_LT(pair_separation(std::nextafter(kept, 0), 1).at_end, kept);
  }
}

// Carried to floats that are coarser by factors of two: what floats resolve at the start they resolve at the end.
TEST(PairSeparation, FollowsFloatsThatGetCoarser) {
  const double resolved = resolved_distance(1);
  EXPECT_GT(resolved, 0.25);  // √3 of 4√3 ulp
  EXPECT_EQ(pair_separation(0.3, 0.25, 1).at_end, pair_separation(0.3, 1).at_end);
  EXPECT_EQ(pair_separation(0.2, 0.5, 1).at_end, resolved);  // it must part
  EXPECT_EQ(pair_separation(0.2, 0.125, 1).at_end, resolved);
  EXPECT_EQ(pair_separation(0.2, 0.5, 1).along_path, 0.1);
  EXPECT_EQ(pair_separation(1.5, 0.5, 1).at_end, 1);
  EXPECT_LT(pair_separation(0.2, 1, 1).at_end, 0.2);  // not resolved at the start
  EXPECT_LT(pair_separation(0.1, 0.5, 1).at_end, 0.1);
}

class StepContactTime : public testing::TestWithParam<StencilKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, StepContactTime,
                         testing::Values(StencilKind::vertex_triangle, StencilKind::edge_edge,
                                         StencilKind::vertex_edge));

TEST_P(StepContactTime, FarPairsKeepTheSeparation) {
  EXPECT_FALSE(contact_time(GetParam(), 1, 1.001 * kS));
  EXPECT_FALSE(contact_time(GetParam(), 10 * kS, 1.001 * kS));
  const auto time = contact_time(GetParam(), 10 * kS, kS / 2);
  ASSERT_TRUE(time);
  EXPECT_LE(*time, 9 / 9.5);
  EXPECT_NEAR(*time, 9 / 9.5, 1e-5);
  EXPECT_NEAR(contact_time(GetParam(), 1, -1).value_or(-1), 0.5, 1e-5);
}

TEST_P(StepContactTime, NearPairsMayPartAndSlide) {
  for (const double start : {1.5, 1.001, 0.999, 0.5, 0.1, 1e-3, 1e-6}) {
    SCOPED_TRACE(start);
    EXPECT_FALSE(contact_time(GetParam(), start * kS, start * 1.0001 * kS));
    EXPECT_FALSE(contact_time(GetParam(), start * kS, start * kS, 1e-3));
    EXPECT_FALSE(contact_time(GetParam(), start * kS, 1));
    EXPECT_TRUE(contact_time(GetParam(), start * kS, 0.4 * start * kS));
    EXPECT_TRUE(contact_time(GetParam(), start * kS, -start * kS));
  }
}

// A pair at a distance of few bits, as people choose: sliding keeps exactly that.
TEST_P(StepContactTime, TidyDistancesSlide) {
  for (int bits = 23; bits < 35; ++bits)
    EXPECT_FALSE(contact_time(GetParam(), std::ldexp(1.0, -bits), std::ldexp(1.0, -bits), 0.01));
  for (const int part : {2, 3, 4, 8}) EXPECT_FALSE(contact_time(GetParam(), kS / part, kS / part, 0.01));
  for (const double distance : {1e-7, 2e-7, 5e-7, 1e-8, 1e-9, 1e-10})
    EXPECT_FALSE(contact_time(GetParam(), distance, distance, 0.01));
}

// Half of the distance may go on the way, but not at the end of the step.
TEST_P(StepContactTime, TheEndOfTheStepIsStricter) {
  EXPECT_EQ(contact_time(GetParam(), 0.5 * kS, 0.26 * kS), 1.0);
  EXPECT_EQ(contact_time(GetParam(), 1.5 * kS, 0.9 * kS), 1.0);
  EXPECT_FALSE(contact_time(GetParam(), 1.5 * kS, 1.001 * kS));
  const auto on_the_way = contact_time(GetParam(), 0.5 * kS, 0.2 * kS);
  ASSERT_TRUE(on_the_way);
  EXPECT_LE(*on_the_way, 0.25 / 0.3);
  EXPECT_NEAR(*on_the_way, 0.25 / 0.3, 1e-3);
}

TEST_P(StepContactTime, WhatTouchesAtTheStartIsInContactThen) {
  for (const double end : {-1.0, 0.0, 1e-9, 1.0}) EXPECT_EQ(contact_time(GetParam(), 0, end), 0.0);
  StencilMotion motion = vertical(GetParam(), 1, 0.5);
  motion.end[3].x() = kNaN;
  EXPECT_EQ(step_contact_time(GetParam(), motion, kS), 0.0);
  motion.end[3].x() = kInfinity;
  EXPECT_EQ(step_contact_time(GetParam(), motion, file_separation(motion)), 0.0);
  EXPECT_EQ(step_contact_time(GetParam(), vertical(GetParam(), 1, 0.5), kNaN), 0.0);
}

}  // namespace
}  // namespace muslin::separation_test
