#include <gtest/gtest.h>

#include <muslin/geometry/closest_points.hpp>

namespace muslin::closest_points_test {
namespace {

using Weights2 = std::array<double, 2>;
using Weights3 = std::array<double, 3>;

// The triangle (0,0,0) (4,0,0) (0,4,0); its hypotenuse is x + y = 4.
PointTriangle to_triangle(const Vec3& p) {
  return closest_point_on_triangle(p, Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0));
}

TEST(ClosestPointOnTriangle, OverTheFace) {
  const auto closest = to_triangle({1, 2, -3});
  EXPECT_EQ(closest.weight, (Weights3{0.25, 0.25, 0.5}));
  EXPECT_EQ(closest.gap, Vec3(0, 0, -3));  // from the triangle to the point
  EXPECT_EQ(closest.squared_distance, 9.0);
}

TEST(ClosestPointOnTriangle, BeyondEachSide) {
  EXPECT_EQ(to_triangle({1, -2, 0}).weight, (Weights3{0.75, 0.25, 0}));
  EXPECT_EQ(to_triangle({-1, 3, 2}).weight, (Weights3{0.25, 0, 0.75}));
  EXPECT_EQ(to_triangle({-1, 3, 2}).squared_distance, 5.0);
  EXPECT_EQ(to_triangle({5, 3, 0}).weight, (Weights3{0, 0.75, 0.25}));
  EXPECT_EQ(to_triangle({5, 3, 0}).gap, Vec3(2, 2, 0));
}

TEST(ClosestPointOnTriangle, BeyondEachCorner) {
  EXPECT_EQ(to_triangle({-1, -1, 1}).weight, (Weights3{1, 0, 0}));
  EXPECT_EQ(to_triangle({9, -1, 0}).weight, (Weights3{0, 1, 0}));
  EXPECT_EQ(to_triangle({-1, 9, 0}).weight, (Weights3{0, 0, 1}));
  EXPECT_EQ(to_triangle({9, -1, 0}).gap, Vec3(5, -1, 0));
}

// Beyond two sides at once, yet nearest to the inside of one of them: the corner at the origin is obtuse.
TEST(ClosestPointOnTriangle, BeyondTwoSidesOfAnObtuseCorner) {
  const Vec3 a(0, 0, 0), b(4, 0, 0), c(-4, 1, 0);
  const auto closest = closest_point_on_triangle({-1, -1, 0}, a, b, c);
  const auto side = closest_point_on_edge({-1, -1, 0}, a, c);
  EXPECT_GT(side.weight[1], 0.0);
  EXPECT_EQ(closest.weight[1], 0.0);
  EXPECT_NEAR(closest.weight[2], side.weight[1], 1e-15);
}

TEST(ClosestPointOnTriangle, OnTheTriangleTheGapIsNothing) {
  EXPECT_EQ(to_triangle({4, 0, 0}).squared_distance, 0.0);
  EXPECT_EQ(to_triangle({1, 1, 0}).squared_distance, 0.0);
  EXPECT_EQ(to_triangle({2, 2, 0}).squared_distance, 0.0);
}

TEST(ClosestPointOnTriangle, WithoutAreaIsItsSides) {
  const Vec3 a(0, 0, 0), b(1, 0, 0), c(4, 0, 0);
  EXPECT_LE((closest_point_on_triangle({2, 1, 0}, a, b, c).gap - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LE((closest_point_on_triangle({2, 1, 0}, c, a, b).gap - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LE((closest_point_on_triangle({2, 1, 0}, a, a, c).gap - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LE((closest_point_on_triangle({2, 1, 0}, a, c, c).gap - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_LE((closest_point_on_triangle({2, 1, 0}, a, c, a).gap - Vec3(0, 1, 0)).norm(), 1e-15);
  EXPECT_EQ(closest_point_on_triangle({2, 1, 0}, a, a, a).gap, Vec3(2, 1, 0));
  EXPECT_EQ(closest_point_on_triangle(a, a, a, a).squared_distance, 0.0);
}

// Normal equations lose every digit here: the height is 1e-8 of the length, its square the rounding unit.
TEST(ClosestPointOnTriangle, InsideACapAsFlatAsTheRootOfRounding) {
  const Vec3 a(-0.3, 0, 0), b(0.7, 0, 0), c(0.1, 1e-8, 0);
  const Vec3 inside(0.1, 4e-9, 0);
  EXPECT_LE(closest_point_on_triangle(inside, a, b, c).gap.norm(), 1e-16);
  EXPECT_LE(closest_point_on_triangle(inside, c, a, b).gap.norm(), 1e-16);
  EXPECT_LE(closest_point_on_triangle(inside, b, c, a).gap.norm(), 1e-16);
}

TEST(ClosestPointOnTriangle, FarFromTheOriginNothingIsLost) {
  const Vec3 far(8192, -8192, 4096);  // whole numbers, so that moving the input by it is exact
  const auto closest =
      closest_point_on_triangle(Vec3(1, 2, 0x1p-20) + far, far, Vec3(4, 0, 0) + far, Vec3(0, 4, 0) + far);
  EXPECT_EQ(closest.gap, Vec3(0, 0, 0x1p-20));
}

TEST(ClosestPointOnEdge, InsideAndAtTheEnds) {
  const Vec3 a(0, 0, 0), b(4, 0, 0);
  EXPECT_EQ(closest_point_on_edge({1, 2, 0}, a, b).weight, (Weights2{0.75, 0.25}));
  EXPECT_EQ(closest_point_on_edge({1, 2, 0}, a, b).gap, Vec3(0, 2, 0));
  EXPECT_EQ(closest_point_on_edge({-1, 2, 0}, a, b).weight, (Weights2{1, 0}));
  EXPECT_EQ(closest_point_on_edge({5, 2, 0}, a, b).weight, (Weights2{0, 1}));
  EXPECT_EQ(closest_point_on_edge({5, 2, 0}, a, b).squared_distance, 5.0);
  EXPECT_EQ(closest_point_on_edge({1, 2, 0}, a, a).weight, (Weights2{1, 0}));
  EXPECT_EQ(closest_point_on_edge({1, 2, 0}, a, a).squared_distance, 5.0);
}

TEST(ClosestPointsOnEdges, Crossing) {
  const auto closest = closest_points_on_edges({0, 0, 0}, {4, 0, 0}, {1, -1, 2}, {1, 3, 2});
  EXPECT_EQ(closest.weight_a, (Weights2{0.75, 0.25}));
  EXPECT_EQ(closest.weight_b, (Weights2{0.75, 0.25}));
  EXPECT_EQ(closest.gap, Vec3(0, 0, 2));  // from edge a to edge b
  EXPECT_EQ(closest.squared_distance, 4.0);
}

TEST(ClosestPointsOnEdges, OneEndOrBothTakePart) {
  const Vec3 a0(0, 0, 0), a1(4, 0, 0);
  const auto end_of_b = closest_points_on_edges(a0, a1, {1, 1, 0}, {1, 3, 5});
  EXPECT_EQ(end_of_b.weight_a, (Weights2{0.75, 0.25}));
  EXPECT_EQ(end_of_b.weight_b, (Weights2{1, 0}));
  const auto end_of_a = closest_points_on_edges(a0, a1, {5, -1, 0}, {5, 3, 0});
  EXPECT_EQ(end_of_a.weight_a, (Weights2{0, 1}));
  EXPECT_EQ(end_of_a.weight_b, (Weights2{0.75, 0.25}));
  const auto both = closest_points_on_edges(a0, a1, {7, 1, 0}, {5, 1, 1});
  EXPECT_EQ(both.weight_a, (Weights2{0, 1}));
  EXPECT_EQ(both.weight_b, (Weights2{0, 1}));
  EXPECT_EQ(both.gap, Vec3(1, 1, 1));
}

TEST(ClosestPointsOnEdges, Parallel) {
  const Vec3 a0(0, 0, 0), a1(4, 0, 0);
  EXPECT_EQ(closest_points_on_edges(a0, a1, {1, 2, 0}, {5, 2, 0}).gap, Vec3(0, 2, 0));
  EXPECT_EQ(closest_points_on_edges(a0, a1, {5, 2, 0}, {1, 2, 0}).gap, Vec3(0, 2, 0));
  EXPECT_EQ(closest_points_on_edges(a0, a1, {-4, 2, 0}, {12, 2, 0}).gap, Vec3(0, 2, 0));
  EXPECT_EQ(closest_points_on_edges(a0, a1, {5, 2, 0}, {9, 2, 0}).gap, Vec3(1, 2, 0));
  EXPECT_EQ(closest_points_on_edges(a0, a1, {-3, 2, 0}, {-9, 2, 0}).gap, Vec3(-3, 2, 0));
  EXPECT_EQ(closest_points_on_edges(a0, a1, {2, 0, 0}, {9, 0, 0}).squared_distance, 0.0);
}

// An X so flat that the ends are 1e-9 apart: the crossing must still be found.
TEST(ClosestPointsOnEdges, NearlyParallelAndCrossing) {
  const auto closest = closest_points_on_edges({0, 0, 0}, {1, 1e-9, 0}, {0, 1e-9, 1e-10}, {1, 0, 1e-10});
  EXPECT_NEAR(closest.gap.norm(), 1e-10, 1e-16);
  EXPECT_NEAR(closest.weight_a[1], 0.5, 1e-6);
}

TEST(ClosestPointsOnEdges, WithoutLength) {
  const Vec3 a0(0, 0, 0), a1(4, 0, 0), p(1, 2, 0);
  EXPECT_EQ(closest_points_on_edges(a0, a1, p, p).gap, Vec3(0, 2, 0));
  EXPECT_EQ(closest_points_on_edges(p, p, a0, a1).gap, Vec3(0, -2, 0));
  EXPECT_EQ(closest_points_on_edges(p, p, a1, a1).gap, Vec3(3, -2, 0));
  EXPECT_EQ(closest_points_on_edges(p, p, p, p).squared_distance, 0.0);
}

}  // namespace
}  // namespace muslin::closest_points_test
