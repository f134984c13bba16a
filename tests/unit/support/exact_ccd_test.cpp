#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <tests/support/exact_ccd.hpp>

namespace muslin::test::exact_ccd_test {
namespace {

using Points = std::array<Vec3, 4>;
constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kSqrtHalf = std::numbers::sqrt2 / 2;

const Vec3 kOrigin = Vec3::Zero(), kX = Vec3::UnitX(), kY = Vec3::UnitY();

// A vertex that goes from one place to another, past the fixed triangle (0,0,0) (1,0,0) (0,1,0).
Points with_triangle(const Vec3& vertex) { return {kOrigin, kX, kY, vertex}; }
std::optional<TimeBracket> pass_triangle(const Vec3& from, const Vec3& to) {
  const auto first = vertex_triangle_first_time(with_triangle(from), with_triangle(to));
  EXPECT_EQ(first.has_value(), vertex_triangle_collide(with_triangle(from), with_triangle(to)));
  return first;
}

void expect_time(const std::optional<TimeBracket>& found, double time) {
  ASSERT_TRUE(found.has_value());
  EXPECT_LE(found->first, time + kEpsilon);
  EXPECT_GE(found->second, time - kEpsilon);
  EXPECT_LE(found->second - found->first, 0x1p-40);
}

TEST(ExactVertexTriangle, ContactAtTheStartTheEndAndBetween) {
  EXPECT_EQ(pass_triangle({0.25, 0.25, 0}, {0.25, 0.25, 1}), TimeBracket(0.0, 0.0));
  EXPECT_EQ(pass_triangle({0.25, 0.25, 1}, {0.25, 0.25, 0}), TimeBracket(1.0, 1.0));
  EXPECT_EQ(pass_triangle({0.25, 0.25, 1}, {0.25, 0.25, -1}), TimeBracket(0.5, 0.5));
  expect_time(pass_triangle({0.25, 0.25, 1}, {0.25, 0.25, -2}), 1.0 / 3);
}

TEST(ExactVertexTriangle, TheSmallestDoubleMakesTheDifference) {
  EXPECT_FALSE(pass_triangle({0.25, 0.25, 1}, {0.25, 0.25, kTiny}));
  EXPECT_FALSE(pass_triangle({0.25, 0.25, -kTiny}, {0.25, 0.25, -1}));
  EXPECT_TRUE(pass_triangle({0.25, 0.25, 1}, {0.25, 0.25, -kTiny}));
  EXPECT_TRUE(pass_triangle({0, 0, 1}, {0, 0, -1}));
  EXPECT_FALSE(pass_triangle({-kTiny, 0, 1}, {-kTiny, 0, -1}));
}

TEST(ExactVertexTriangle, CornersAndSidesBelongToTheTriangle) {
  EXPECT_TRUE(pass_triangle({1, 0, 1}, {1, 0, -1}));
  EXPECT_TRUE(pass_triangle({0.5, 0.5, 1}, {0.5, 0.5, -1}));
  EXPECT_FALSE(pass_triangle({0.5, 0.5 + kEpsilon, 1}, {0.5, 0.5 + kEpsilon, -1}));
  EXPECT_FALSE(pass_triangle({0.75, 0.75, 1}, {0.75, 0.75, -1}));
}

// The triangle's plane is z = t y, the vertex at height 1/2 and y = t: they meet at t = √½.
TEST(ExactVertexTriangle, ContactAtAnIrrationalTime) {
  const auto first_time = [](double x_start, double x_end) {
    return vertex_triangle_first_time({kOrigin, kX, kY, Vec3(x_start, 0, 0.5)},
                                      {kOrigin, kX, Vec3(0, 1, 1), Vec3(x_end, 1, 0.5)});
  };
  expect_time(first_time(0.125, 0.125), kSqrtHalf);
  // Along the side x + y = 1, at it at every time; and as little beside it as doubles can tell.
  expect_time(first_time(1, 0), kSqrtHalf);
  EXPECT_FALSE(first_time(1 + kEpsilon, 0));
  EXPECT_FALSE(first_time(1, kTiny));
  EXPECT_TRUE(first_time(1 - kEpsilon, 0));
  EXPECT_TRUE(first_time(1, -kTiny));
}

// With s = t - 1/2 the vertex is s²/2 + gap below the plane z = s y.
TEST(ExactVertexTriangle, GrazesAtADoubleRoot) {
  const auto first_time = [](double gap) {
    const auto at = [&](double s) { return Points{kOrigin, kX, Vec3(0, 1, s), Vec3(0.25, 0.25 + s / 2, s / 4 - gap)}; };
    return vertex_triangle_first_time(at(-0.5), at(0.5));
  };
  EXPECT_EQ(first_time(0.0), TimeBracket(0.5, 0.5));
  EXPECT_FALSE(first_time(0x1p-50));
  expect_time(first_time(-0x1p-50), 0.5 - 0x1p-25 * std::numbers::sqrt2);
}

TEST(ExactVertexTriangle, SlidesInWithinThePlane) {
  expect_time(pass_triangle({2, 0.25, 0}, {0.5, 0.25, 0}), 5.0 / 6);
  expect_time(pass_triangle({2, 0.25, 0}, {-2, 0.25, 0}), 5.0 / 16);
  EXPECT_EQ(pass_triangle({0, -1, 0}, {2, 1, 0}), TimeBracket(0.5, 0.5));  // touches a corner in passing
  EXPECT_FALSE(pass_triangle({0, -1 - kEpsilon, 0}, {2, 1, 0}));
  EXPECT_FALSE(pass_triangle({2, 0.25, 0}, {1, 0.25, 0}));
}

TEST(ExactVertexTriangle, TriangleWithoutArea) {
  const auto pass = [](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& from, const Vec3& to) {
    return vertex_triangle_first_time({a, b, c, from}, {a, b, c, to});
  };
  const Vec3 two(2, 0, 0);
  EXPECT_EQ(pass(kOrigin, kX, two, {1.5, 1, 1}, {1.5, -1, -1}), TimeBracket(0.5, 0.5));
  EXPECT_EQ(pass(two, kOrigin, kX, {3, 0, 0}, {1, 0, 0}), TimeBracket(0.5, 0.5));  // along its line
  EXPECT_FALSE(pass(kOrigin, kX, two, {2.5, 1, 1}, {2.5, -1, -1}));
  EXPECT_FALSE(pass(kOrigin, kX, two, {1.5, 1, 1 + kEpsilon}, {1.5, -1, -1}));
  EXPECT_EQ(pass(kX, kX, kX, {2, 1, 1}, {0, -1, -1}), TimeBracket(0.5, 0.5));
  EXPECT_FALSE(pass(kX, kX, kX, {2 + 2 * kEpsilon, 1, 1}, {0, -1, -1}));
}

TEST(ExactVertexTriangle, TriangleWithoutAreaAtOneTimeOnly) {
  const auto pass = [](double x) {
    return vertex_triangle_first_time({kOrigin, kX, kY, Vec3(x, 0, 1)}, {kOrigin, kX, Vec3(-kY), Vec3(x, 0, -1)});
  };
  EXPECT_EQ(pass(0.75), TimeBracket(0.5, 0.5));
  EXPECT_EQ(pass(1.0), TimeBracket(0.5, 0.5));
  EXPECT_FALSE(pass(1.0 + kEpsilon));
}

TEST(ExactVertexTriangle, NothingMoves) {
  EXPECT_TRUE(pass_triangle({0.25, 0.25, 0}, {0.25, 0.25, 0}));
  EXPECT_FALSE(pass_triangle({0.25, 0.25, kTiny}, {0.25, 0.25, kTiny}));
  EXPECT_FALSE(pass_triangle({0.75, 0.75, 0}, {0.75, 0.75, 0}));
  const Points same = {kX, kX, kX, kX}, other = {kX, kX, kX, kY};
  EXPECT_TRUE(vertex_triangle_collide(same, same));
  EXPECT_FALSE(vertex_triangle_collide(other, other));
}

TEST(ExactVertexTriangle, HugeAndTinyTogether) {
  const double huge = 0x1p1000;
  EXPECT_TRUE(vertex_triangle_collide({kOrigin, huge * kX, huge * kY, Vec3(kTiny, kTiny, kTiny)},
                                      {kOrigin, huge * kX, huge * kY, Vec3(kTiny, kTiny, -kTiny)}));
  EXPECT_FALSE(vertex_triangle_collide({kOrigin, huge * kX, huge * kY, Vec3(kTiny, -kTiny, kTiny)},
                                       {kOrigin, huge * kX, huge * kY, Vec3(kTiny, -kTiny, -kTiny)}));
}

TEST(ExactCcd, RefusesCoordinatesThatAreNotFinite) {
  Points broken = with_triangle({0, 0, 1});
  broken[1].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)vertex_triangle_collide(broken, broken), std::invalid_argument);
  broken[1].y() = std::numeric_limits<double>::infinity();
  EXPECT_THROW((void)edge_edge_first_time(broken, broken), std::invalid_argument);
}

// Edge 0-1 is fixed from (0,0,0) to (1,0,0).
std::optional<TimeBracket> pass_edge(const Vec3& a_from, const Vec3& b_from, const Vec3& a_to, const Vec3& b_to) {
  const Points start = {kOrigin, kX, a_from, b_from}, end = {kOrigin, kX, a_to, b_to};
  const auto first = edge_edge_first_time(start, end);
  EXPECT_EQ(first.has_value(), edge_edge_collide(start, end));
  return first;
}

TEST(ExactEdgeEdge, Crosses) {
  EXPECT_EQ(pass_edge({0.5, -1, 1}, {0.5, 1, 1}, {0.5, -1, -1}, {0.5, 1, -1}), TimeBracket(0.5, 0.5));
  EXPECT_EQ(pass_edge({0.5, -1, 1}, {0.5, 1, 1}, {0.5, -1, 0}, {0.5, 1, 0}), TimeBracket(1.0, 1.0));
  EXPECT_EQ(pass_edge({0.5, -1, 0}, {0.5, 1, 0}, {0.5, -1, 1}, {0.5, 1, 1}), TimeBracket(0.0, 0.0));
  EXPECT_FALSE(pass_edge({0.5, -1, 1}, {0.5, 1, 1}, {0.5, -1, kTiny}, {0.5, 1, kTiny}));
  EXPECT_FALSE(pass_edge({1.5, -1, 1}, {1.5, 1, 1}, {1.5, -1, -1}, {1.5, 1, -1}));
}

TEST(ExactEdgeEdge, EndsBelongToTheEdges) {
  EXPECT_TRUE(pass_edge({1, -1, 1}, {1, 1, 1}, {1, -1, -1}, {1, 1, -1}));
  EXPECT_TRUE(pass_edge({1, 0, 1}, {2, 1, 1}, {1, 0, -1}, {2, 1, -1}));
  EXPECT_FALSE(pass_edge({1 + kEpsilon, 0, 1}, {2, 1, 1}, {1 + kEpsilon, 0, -1}, {2, 1, -1}));
  EXPECT_FALSE(pass_edge({1, kTiny, 1}, {2, 1, 1}, {1, kTiny, -1}, {2, 1, -1}));
}

TEST(ExactEdgeEdge, ParallelAndCollinear) {
  EXPECT_EQ(pass_edge({0.5, 0, 1}, {2, 0, 1}, {0.5, 0, 0}, {2, 0, 0}), TimeBracket(1.0, 1.0));
  EXPECT_EQ(pass_edge({1, 0, 1}, {2, 0, 1}, {1, 0, -1}, {2, 0, -1}), TimeBracket(0.5, 0.5));
  EXPECT_FALSE(pass_edge({1 + kEpsilon, 0, 1}, {2, 0, 1}, {1 + kEpsilon, 0, -1}, {2, 0, -1}));
  expect_time(pass_edge({3, 0, 0}, {4, 0, 0}, {0.5, 0, 0}, {1.5, 0, 0}), 0.8);  // along one line
  EXPECT_FALSE(pass_edge({3, 0, 0}, {4, 0, 0}, {1 + kEpsilon, 0, 0}, {1.5, 0, 0}));
  EXPECT_EQ(pass_edge({0.25, 0, 0}, {0.5, 0, 0}, {0.25, 1, 0}, {0.5, 1, 0}), TimeBracket(0.0, 0.0));
  expect_time(pass_edge({0.5, 3, 0}, {2, 4, 0}, {0.5, -1, 0}, {2, 1, 0}), 0.75);  // in one plane
}

TEST(ExactEdgeEdge, ContactAtAnIrrationalTime) {
  // An edge in the plane z = t y, the other parallel to x at height 1/2 and y = t.
  const auto first_time = [](double x) {
    return edge_edge_first_time({kOrigin, kY, Vec3(x, 0, 0.5), Vec3(1, 0, 0.5)},
                                {kOrigin, Vec3(0, 1, 1), Vec3(x, 1, 0.5), Vec3(1, 1, 0.5)});
  };
  expect_time(first_time(-1), kSqrtHalf);
  expect_time(first_time(0), kSqrtHalf);
  EXPECT_FALSE(first_time(kTiny));
}

TEST(ExactEdgeEdge, EdgesWithoutLength) {
  EXPECT_EQ(pass_edge({0.5, 1, 1}, {0.5, 1, 1}, {0.5, -1, -1}, {0.5, -1, -1}), TimeBracket(0.5, 0.5));
  EXPECT_FALSE(pass_edge({0.5, 1, 1}, {0.5, 1, 1}, {0.5, -1, -1 + kEpsilon}, {0.5, -1, -1 + kEpsilon}));
  EXPECT_EQ(edge_edge_first_time({kOrigin, kOrigin, kX, kX}, {kX, kX, kOrigin, kOrigin}), TimeBracket(0.5, 0.5));
  EXPECT_FALSE(edge_edge_first_time({kOrigin, kOrigin, kX, kX}, {kX, kX, kX + kTiny * kY, kX + kTiny * kY}));
  // Turns inside out: without length at t = 1/2 only.
  EXPECT_EQ(pass_edge({0.5, -1, 1}, {0.5, 1, 1}, {0.5, 1, -1}, {0.5, -1, -1}), TimeBracket(0.5, 0.5));
}

TEST(ExactVertexEdge, HandCases) {
  const auto pass = [](const Vec3& from, const Vec3& to) {
    const auto first = vertex_edge_first_time({kOrigin, kX, from}, {kOrigin, kX, to});
    EXPECT_EQ(first.has_value(), vertex_edge_collide({kOrigin, kX, from}, {kOrigin, kX, to}));
    return first;
  };
  expect_time(pass({0.5, 1, 2}, {0.5, -2, -4}), 1.0 / 3);
  EXPECT_FALSE(pass({0.5, 1, 2}, {0.5, -2, -4 + 4 * kEpsilon}));
  EXPECT_EQ(pass({1, 1, 0}, {1, 0, 0}), TimeBracket(1.0, 1.0));
  EXPECT_FALSE(pass({1, 1, 0}, {1 + kEpsilon, 0, 0}));
  EXPECT_FALSE(pass({1, 1, 0}, {1, kTiny, 0}));
  expect_time(pass({4, 0, 0}, {-1, 0, 0}), 0.6);  // along its line
  EXPECT_FALSE(pass({4, 0, 0}, {1 + kEpsilon, 0, 0}));
  EXPECT_EQ(pass({0.5, 0, 0}, {0.5, 0, 0}), TimeBracket(0.0, 0.0));
  EXPECT_FALSE(pass({0.5, 0, kTiny}, {0.5, 0, kTiny}));
  // An edge without length, and one without length at one time only.
  EXPECT_TRUE(vertex_edge_collide({kX, kX, kOrigin}, {kX, kX, Vec3(2, 0, 0)}));
  EXPECT_FALSE(vertex_edge_collide({kX, kX, kOrigin}, {kX, kX, Vec3(2, kTiny, 0)}));
  EXPECT_EQ(vertex_edge_first_time({Vec3(-kX), kX, kY}, {kX, Vec3(-kX), Vec3(-kY)}), TimeBracket(0.5, 0.5));
}

}  // namespace
}  // namespace muslin::test::exact_ccd_test
