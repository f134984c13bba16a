#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <muslin/geometry/triangulate.hpp>
#include <numbers>
#include <tests/support/random.hpp>

namespace muslin::triangulate_test {
namespace {

/// A polygon that does not cross itself, around a centre, somewhere in space.
std::vector<Vec3> random_polygon(test::Random& random) {
  const int n = random.integer(3, 40);
  const Vec3 normal = random.direction();
  const Vec3 u = normal.unitOrthogonal(), v = normal.cross(u), centre = random.in_box(10.0);
  std::vector<Vec3> polygon;
  for (int i = 0; i < n; ++i) {
    const double angle = 2.0 * std::numbers::pi * (i + random.uniform(0.0, 0.9)) / n;
    const double radius = random.uniform(0.1, 1.0);
    polygon.push_back(centre + radius * (std::cos(angle) * u + std::sin(angle) * v));
  }
  return polygon;
}

Vec3 area_vector(const std::vector<Vec3>& p, const CornerTriangle& t) {
  const auto at = [&](int k) { return p[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])]; };
  return 0.5 * (at(1) - at(0)).cross(at(2) - at(0));
}

TEST(TriangulateProperty, CoversSimplePolygonsOnceAndFacesTheirWay) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const auto polygon = random_polygon(random);
    const auto n = static_cast<std::int32_t>(polygon.size());
    std::vector<CornerTriangle> triangles;
    triangulate(polygon, triangles);
    ASSERT_EQ(triangles.size(), polygon.size() - 2);

    Vec3 whole = Vec3::Zero();
    for (std::int32_t i = 1; i + 1 < n; ++i) whole += area_vector(polygon, {0, i, i + 1});
    Vec3 sum = Vec3::Zero();
    double total = 0.0;
    std::map<std::pair<std::int32_t, std::int32_t>, int> sides;  // as the triangles go round them
    for (const auto& t : triangles) {
      const Vec3 area = area_vector(polygon, t);
      sum += area;
      total += area.norm();
      EXPECT_GT(area.dot(whole), -1e-12);
      for (std::size_t k = 0; k < 3; ++k) ++sides[{t[k], t[(k + 1) % 3]}];
    }
    EXPECT_LE((sum - whole).norm(), 1e-12);
    EXPECT_NEAR(total, whole.norm(), 1e-9);  // no triangle covers what another takes away

    // Each side of the polygon once in its own sense; each diagonal once in either sense.
    for (const auto& [side, count] : sides) {
      EXPECT_EQ(count, 1);
      const bool outline = (side.first + 1) % n == side.second;
      EXPECT_EQ(sides.count({side.second, side.first}), outline ? 0U : 1U);
    }
    EXPECT_EQ(sides.size(), 3 * triangles.size());
  }
}

TEST(TriangulateProperty, AnyCornersAtAllGiveTheRightNumberOfTriangles) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    std::vector<Vec3> polygon;
    for (int n = random.integer(3, 30); n > 0; --n)  // a coarse grid: repeated corners, crossing sides, no area
      polygon.emplace_back(random.integer(0, 3), random.integer(0, 3), seed % 2 == 0 ? 0 : random.integer(0, 3));
    std::vector<CornerTriangle> triangles, again;
    triangulate(polygon, triangles);
    triangulate(polygon, again);
    EXPECT_EQ(triangles.size(), polygon.size() - 2);
    EXPECT_EQ(triangles, again);
    for (const auto& t : triangles)
      for (const auto corner : t) EXPECT_TRUE(corner >= 0 && corner < static_cast<std::int32_t>(polygon.size()));
  }
}

}  // namespace
}  // namespace muslin::triangulate_test
