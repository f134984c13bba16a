#include <gtest/gtest.h>

#include <cmath>
#include <muslin/filter/stretch_rows.hpp>
#include <random>

namespace muslin::stretch_rows_test {
namespace {

std::array<VertexId, 3> corners() { return {VertexId(0), VertexId(1), VertexId(2)}; }

TEST(StretchRows, AnEdgeByHand) {
  StretchRows rows;
  rows.add_edge({VertexId(0), VertexId(1)}, 2.0, 0.1, LengthRule::keep);
  rows.evaluate(std::vector<Vec3>{{3, 0, 0}, {0, 0, 0}});
  EXPECT_DOUBLE_EQ(rows.strain(0), 0.5);
  EXPECT_DOUBLE_EQ(rows.value(0), 0.5 * (2.25 - 1.0));
  EXPECT_EQ(rows.gradient(0, 0), Vec3(0.75, 0, 0));
  EXPECT_EQ(rows.gradient(0, 1), Vec3(-0.75, 0, 0));
  EXPECT_TRUE(rows.exceeds_limit(0));
}

// Stretched by 20 % along one axis, and pressed to a half along the other.
TEST(StretchRows, ATriangleByHand) {
  StretchRows rows;
  rows.add_triangle(corners(), {Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}, 0.1, LengthRule::limit);
  rows.evaluate(std::vector<Vec3>{{0, 0, 0}, {0, 1.2, 0}, {0, 0, 0.5}});
  EXPECT_NEAR(rows.strain(0), 0.2, 1e-15);
  EXPECT_NEAR(rows.strain(1), -0.5, 1e-15);
  EXPECT_TRUE(rows.exceeds_limit(0));
  EXPECT_FALSE(rows.exceeds_limit(1));
  EXPECT_GT(rows.value(0), 0.0);
  EXPECT_LT(rows.value(1), 0.0);
}

TEST(StretchRows, GradientsAreThoseOfFiniteDifferences) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  for (int repeat = 0; repeat < 50; ++repeat) {
    StretchRows rows;
    rows.add_edge({VertexId(2), VertexId(0)}, 0.7, 0.01, LengthRule::limit);
    rows.add_triangle(corners(), {Vec2(0.1, 0), Vec2(1.1, 0.2), Vec2(0.3, 0.9)}, 0.05, LengthRule::limit);
    std::vector<Vec3> x(3);
    for (Vec3& p : x) p = Vec3(normal(random), normal(random), normal(random));
    rows.evaluate(x);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      StretchRows moved = rows;
      for (std::size_t k = 0; k < 3; ++k) {
        const VertexId v = rows.vertices(r)[k];
        if (!v.valid()) continue;
        for (int axis = 0; axis < 3; ++axis) {
          constexpr double kStep = 1e-6;
          double difference = 0.0;
          for (const double side : {1.0, -1.0}) {
            std::vector<Vec3> y = x;
            y[v.index()][axis] += side * kStep;
            moved.evaluate(y);
            difference += side * moved.value(r) / (2.0 * kStep);
          }
          EXPECT_NEAR(rows.gradient(r, k)[axis], difference, 1e-6 * (1.0 + std::abs(difference)));
        }
      }
    }
  }
}

// Nothing that has no size may give something that is no number.
TEST(StretchRows, CollapsedElementsAreFinite) {
  StretchRows rows;
  rows.add_edge({VertexId(0), VertexId(1)}, 1.0, 0.01, LengthRule::keep);
  rows.add_triangle(corners(), {Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}, 0.01, LengthRule::limit);
  rows.evaluate(std::vector<Vec3>(3, Vec3(1, 1, 1)));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    EXPECT_EQ(rows.strain(r), -1.0);
    EXPECT_LT(rows.value(r), 0.0);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_TRUE(rows.gradient(r, k).isZero(0.0));
  }
}

}  // namespace
}  // namespace muslin::stretch_rows_test
