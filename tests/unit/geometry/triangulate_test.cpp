#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <muslin/geometry/triangulate.hpp>
#include <numbers>

namespace muslin::triangulate_test {
namespace {

using Triangles = std::vector<CornerTriangle>;

Triangles cut(const std::vector<Vec3>& polygon) {
  Triangles triangles = {{7, 7, 7}};  // must be overwritten
  triangulate(polygon, triangles);
  return triangles;
}

double signed_area_xy(const std::vector<Vec3>& p, const CornerTriangle& t) {
  const Vec3 &a = p[static_cast<std::size_t>(t[0])], &b = p[static_cast<std::size_t>(t[1])],
             &c = p[static_cast<std::size_t>(t[2])];
  return 0.5 * ((b - a).x() * (c - a).y() - (b - a).y() * (c - a).x());
}

TEST(Triangulate, GivesNothingForLessThanThreeCorners) {
  EXPECT_TRUE(cut({}).empty());
  EXPECT_TRUE(cut({{0, 0, 0}, {1, 0, 0}}).empty());
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), (Triangles{{0, 1, 2}}));
}

TEST(Triangulate, CutsConvexQuadsAlongTheShorterDiagonal) {
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}), (Triangles{{0, 1, 2}, {0, 2, 3}}));  // both equal
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {2, 2, 0}, {0, 1, 0}}), (Triangles{{0, 1, 3}, {1, 2, 3}}));
  EXPECT_EQ(cut({{0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {2, 2, 0}}), (Triangles{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Triangulate, CutsConcaveQuadsInsideWhateverTheDiagonals) {
  // Corner 2 points inwards: only 0-2 is inside, though 1-3 is shorter.
  const std::vector<Vec3> dart = {{0, 0, 0}, {1, 10, 0}, {0, 9, 0}, {-1, 10, 0}};
  EXPECT_EQ(cut(dart), (Triangles{{0, 1, 2}, {0, 2, 3}}));
  const std::vector<Vec3> turned = {dart[3], dart[0], dart[1], dart[2]};  // now the inner corner is 3
  EXPECT_EQ(cut(turned), (Triangles{{0, 1, 3}, {1, 2, 3}}));
}

TEST(Triangulate, MakesNoFlatTriangleOfAQuadWithAStraightCorner) {
  // Corner 1 lies on the side 0-2 up to rounding.
  const std::vector<Vec3> p = {{0, 0, 0}, {0.1, 0.3, 0}, {0.2, 0.6, 0}, {-1, 0.3, 0}};
  EXPECT_EQ(cut(p), (Triangles{{0, 1, 3}, {1, 2, 3}}));
}

TEST(Triangulate, CutsConvexPolygonsAsAFan) {
  std::vector<Vec3> hexagon;
  for (int i = 0; i < 6; ++i) {
    const double angle = i * std::numbers::pi / 3.0;
    hexagon.emplace_back(5.0, std::cos(angle), std::sin(angle));
  }
  EXPECT_EQ(cut(hexagon), (Triangles{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}));
}

TEST(Triangulate, KeepsTheAreaAndTheSideOfAConcavePolygon) {
  // An L, of which a fan around corner 0 would go outside.
  const std::vector<Vec3> p = {{2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}, {0, 0, 0}, {2, 0, 0}};
  const Triangles triangles = cut(p);
  ASSERT_EQ(triangles.size(), 4U);
  double area = 0.0;
  for (const auto& t : triangles) {
    EXPECT_GT(signed_area_xy(p, t), 0.0);
    area += signed_area_xy(p, t);
  }
  EXPECT_DOUBLE_EQ(area, 3.0);
}

TEST(Triangulate, CutsAPolygonWithAHoleBridgedToItsOutline) {
  const std::vector<Vec3> p = {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {0, 3, 0}, {0, 0, 0},
                               {1, 1, 0}, {1, 2, 0}, {2, 2, 0}, {2, 1, 0}, {1, 1, 0}};
  double area = 0.0;
  const Triangles triangles = cut(p);
  ASSERT_EQ(triangles.size(), 8U);
  for (const auto& t : triangles) {
    EXPECT_GE(signed_area_xy(p, t), 0.0);
    area += signed_area_xy(p, t);
  }
  EXPECT_DOUBLE_EQ(area, 8.0);
}

TEST(Triangulate, UsesStraightCornersWithoutFlatTriangles) {
  // A triangle with two more corners on each side: fans from corner 0 would be flat.
  const std::vector<Vec3> p = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {2, 1, 0},
                               {1, 2, 0}, {0, 3, 0}, {0, 2, 0}, {0, 1, 0}};
  const Triangles triangles = cut(p);
  ASSERT_EQ(triangles.size(), 7U);
  for (const auto& t : triangles) EXPECT_GT(signed_area_xy(p, t), 0.1);
}

TEST(Triangulate, AnswersForDegeneratePolygons) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(cut(std::vector<Vec3>(9, Vec3(1, 2, 3))).size(), 7U);                                  // one point
  EXPECT_EQ(cut({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}).size(), 3U);              // a line
  EXPECT_EQ(cut({{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 2, 0}}).size(), 2U);                         // a bow tie
  EXPECT_EQ(cut({{0, 0, 0}, {2, 2, 0}, {3, 0, 0}, {0, 2, 0}, {-1, 1, 0}, {5, 5, 0}}).size(), 4U);  // crossing sides
  EXPECT_EQ(cut({{nan, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {-1, 0, 0}}).size(), 3U);
  EXPECT_EQ(cut({{1e300, 0, 0}, {-1e300, 0, 0}, {1, 1e300, 0}, {0, 1, 1e300}, {-1, 0, 0}}).size(), 3U);
  std::vector<Vec3> pentagram;
  for (int i = 0; i < 5; ++i)
    pentagram.emplace_back(std::cos(i * 0.8 * std::numbers::pi), std::sin(i * 0.8 * std::numbers::pi), 0.0);
  EXPECT_EQ(cut(pentagram).size(), 3U);
}

TEST(Triangulate, EndsSoonForHugePolygons) {
  // Combs: every second corner is an inward one, which is the worst case for cutting ears.
  std::vector<Vec3> comb;
  for (int i = 0; i < 50'000; ++i) {
    comb.emplace_back(i, 0.0, 0.0);
    comb.emplace_back(i + 0.5, i % 7 + 1.0, 0.0);
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(cut(comb).size(), comb.size() - 2);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));  // without a limit: many minutes
}

}  // namespace
}  // namespace muslin::triangulate_test
