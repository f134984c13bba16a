#include <gtest/gtest.h>

#include <cmath>
#include <muslin/geometry/closest_points.hpp>
#include <tests/support/exact_distance.hpp>
#include <tests/support/random.hpp>

namespace muslin::closest_points_test {
namespace {

using test::exact_edge_edge_distance;
using test::exact_point_edge_distance;
using test::exact_point_triangle_distance;
using test::extent;
using test::Random;

/// Of the size of the input. The contract of closest_points.hpp.
constexpr double kTolerance = 1e-13;

using Stencil = std::array<Vec3, 4>;

/// From 1 down to far below what a double can tell from nothing, and nothing itself.
double tiny(Random& random) { return random.chance(0.1) ? 0.0 : std::pow(10.0, random.uniform(-18.0, 0.0)); }

Stencil in_general_position(Random& random) {
  const double scale = std::pow(10.0, random.uniform(-4.0, 4.0));
  Stencil x;
  for (Vec3& point : x) point = random.in_box(scale);
  return x;
}

/// Whole numbers: parallel, coplanar, collinear and coincident without any rounding, and ties of all kinds.
Stencil on_small_grid(Random& random) {
  Stencil x;
  for (Vec3& point : x) point = Vec3(random.integer(-2, 2), random.integer(-2, 2), random.integer(-1, 1));
  return x;
}

/// Vertices of very different distances from each other.
Stencil at_mixed_scales(Random& random) {
  Stencil x;
  x[0] = random.in_box(1.0);
  for (std::size_t i = 1; i < 4; ++i)
    x[i] = x[static_cast<std::size_t>(random.integer(0, static_cast<int>(i) - 1))] + tiny(random) * random.direction();
  return x;
}

/// x[0] is a point at any height above a needle or cap 1-2-3, mostly near its inside or its sides.
Stencil above_thin_triangle(Random& random) {
  Stencil x;
  x[1] = random.in_box(1.0);
  x[2] = x[1] + random.direction();
  x[3] = x[1] + random.uniform(-0.2, 1.2) * (x[2] - x[1]) + tiny(random) * random.direction();
  const double u = random.uniform(-0.3, 1.0), v = random.uniform(-0.3, 1.0);
  x[0] = x[1] + u * (x[2] - x[1]) + v * (x[3] - x[1]) + tiny(random) * random.direction();
  std::swap(x[1], x[static_cast<std::size_t>(random.integer(1, 3))]);
  std::swap(x[2], x[static_cast<std::size_t>(random.integer(2, 3))]);
  return x;
}

/// Edges 0-1 and 2-3, parallel up to almost nothing, beside or on each other, crossing or not.
Stencil nearly_parallel_edges(Random& random) {
  const Vec3 along = random.direction(), aside = tiny(random) * random.direction();
  const auto point = [&](double where) { return Vec3(where * along + tiny(random) * random.direction()); };
  Stencil x = {point(0.0), point(1.0), point(random.uniform(-1.0, 2.0)), point(random.uniform(-1.0, 2.0))};
  x[2] += aside;
  x[3] += random.chance(0.5) ? aside : Vec3(-aside);
  return x;
}

Stencil any_stencil(std::uint64_t seed) {
  Random random(seed);
  Stencil x;
  switch (seed % 5) {
    case 0:
      x = in_general_position(random);
      break;
    case 1:
      x = on_small_grid(random);
      break;
    case 2:
      x = at_mixed_scales(random);
      break;
    case 3:
      x = above_thin_triangle(random);
      break;
    default:
      x = nearly_parallel_edges(random);
  }
  if (random.chance(0.1))
    x[static_cast<std::size_t>(random.integer(0, 3))] = x[static_cast<std::size_t>(random.integer(0, 3))];
  const double scale = random.chance(0.5) ? 1.0 : std::pow(10.0, random.uniform(-4.0, 4.0));
  const Vec3 origin = random.chance(0.5) ? Vec3(Vec3::Zero()) : random.in_box(1e4);
  for (Vec3& point : x) point = scale * point + origin;
  return x;
}

template <std::size_t n>
void expect_weights(const std::array<double, n>& weight) {
  double sum = 0.0;
  for (const double w : weight) {
    EXPECT_GE(w, 0.0);  // false for NaN too
    sum += w;
  }
  EXPECT_NEAR(sum, 1.0, 0x1p-52);
}

/// The distance is right, and gap and squared distance are of the points that the weights name.
template <class Closest>
void expect_distance(const Closest& closest, const Vec3& gap_of_weights, double distance, double size) {
  EXPECT_NEAR(std::sqrt(closest.squared_distance), distance, kTolerance * size);
  EXPECT_EQ(closest.squared_distance, closest.gap.squaredNorm());
  EXPECT_LE((closest.gap - gap_of_weights).norm(), 1e-15 * size);
}

// Relative to one vertex, so that the sum does not lose what the functions under test keep.
void check_point_triangle(const Stencil& x) {
  const auto closest = closest_point_on_triangle(x[0], x[1], x[2], x[3]);
  expect_weights(closest.weight);
  Vec3 gap = Vec3::Zero();
  for (std::size_t i = 0; i < 3; ++i) gap += closest.weight[i] * (x[0] - x[i + 1]);
  expect_distance(closest, gap, exact_point_triangle_distance(x[0], x[1], x[2], x[3]), extent(x));
}

void check_edge_edge(const Stencil& x) {
  const auto closest = closest_points_on_edges(x[0], x[1], x[2], x[3]);
  expect_weights(closest.weight_a);
  expect_weights(closest.weight_b);
  const Vec3 gap =
      closest.weight_b[0] * (x[2] - x[0]) + closest.weight_b[1] * (x[3] - x[0]) - closest.weight_a[1] * (x[1] - x[0]);
  expect_distance(closest, gap, exact_edge_edge_distance(x[0], x[1], x[2], x[3]), extent(x));
}

void check_point_edge(const Stencil& x) {
  const auto closest = closest_point_on_edge(x[0], x[1], x[2]);
  expect_weights(closest.weight);
  const Vec3 gap = closest.weight[0] * (x[0] - x[1]) + closest.weight[1] * (x[0] - x[2]);
  expect_distance(closest, gap, exact_point_edge_distance(x[0], x[1], x[2]), extent(x));
}

constexpr std::uint64_t kSeeds = 20'000;

TEST(ClosestPointsProperty, PointTriangleMatchesExactArithmetic) {
  for (std::uint64_t seed = 0; seed < kSeeds && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    check_point_triangle(any_stencil(seed));
  }
}

TEST(ClosestPointsProperty, EdgeEdgeMatchesExactArithmetic) {
  for (std::uint64_t seed = 0; seed < kSeeds && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    check_edge_edge(any_stencil(seed));
  }
}

TEST(ClosestPointsProperty, PointEdgeMatchesExactArithmetic) {
  for (std::uint64_t seed = 0; seed < kSeeds && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    check_point_edge(any_stencil(seed));
  }
}

TEST(ClosestPointsProperty, HoldsAtExtremeScales) {
  for (const double scale : {0x1p-332, 0x1p332})  // 1e-100 and 1e100
    for (std::uint64_t seed = 0; seed < 500 && !HasFailure(); ++seed) {
      SCOPED_TRACE(seed);
      Stencil x = any_stencil(seed);
      for (Vec3& point : x) point *= scale;
      check_point_triangle(x);
      check_edge_edge(x);
      check_point_edge(x);
    }
}

// The part of the contract that a time of impact leans on: no end of an edge is nearer to the other edge than the
// answer.
TEST(ClosestPointsProperty, NoEndIsNearerThanTheAnswer) {
  for (std::uint64_t seed = 0; seed < 100'000 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const Stencil x = any_stencil(seed);
    const double distance = std::sqrt(closest_points_on_edges(x[0], x[1], x[2], x[3]).squared_distance);
    const double slack = 1e-15 * extent(x);
    for (const std::size_t end : {0U, 1U})
      EXPECT_LE(distance, std::sqrt(closest_point_on_edge(x[end], x[2], x[3]).squared_distance) + slack);
    for (const std::size_t end : {2U, 3U})
      EXPECT_LE(distance, std::sqrt(closest_point_on_edge(x[end], x[0], x[1]).squared_distance) + slack);
  }
}

}  // namespace
}  // namespace muslin::closest_points_test
