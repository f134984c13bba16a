#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <muslin/geometry/predicates.hpp>

namespace muslin::predicates_test {
namespace {

const Vec3 kOrigin(0, 0, 0), kX(1, 0, 0), kY(0, 1, 0), kZ(0, 0, 1);

TEST(Predicates, Orient3dIsPositiveWhereTheNormalPoints) {
  EXPECT_EQ(orient3d_sign(kOrigin, kX, kY, kZ), 1);
  EXPECT_EQ(orient3d_sign(kOrigin, kX, kY, -kZ), -1);
  EXPECT_EQ(orient3d_sign(kOrigin, kX, kY, kX + kY), 0);
}

TEST(Predicates, Orient2dIsPositiveForALeftTurn) {
  EXPECT_EQ(orient2d_sign(Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)), 1);
  EXPECT_EQ(orient2d_sign(Vec2(0, 0), Vec2(0, 1), Vec2(1, 0)), -1);
  EXPECT_EQ(orient2d_sign(Vec2(0, 0), Vec2(1, 1), Vec2(2, 2)), 0);
  EXPECT_EQ(orient2d_sign(kOrigin, kY, kZ, {1, 2}), 1);
  EXPECT_EQ(orient2d_sign(kOrigin, kY, kZ, {2, 1}), -1);
  EXPECT_EQ(orient2d_sign(kOrigin, kY, kZ, {0, 1}), 0);
}

TEST(Predicates, CollinearIncludesEqualPoints) {
  EXPECT_TRUE(are_collinear(kX, kX, kY));
  EXPECT_TRUE(are_collinear(kX, kX, kX));
  EXPECT_TRUE(are_collinear(Vec3(1, 2, 3), Vec3(2, 4, 6), Vec3(5, 10, 15)));
  EXPECT_FALSE(are_collinear(Vec3(1, 2, 3), Vec3(2, 4, 6), Vec3(5, 10, std::nextafter(15.0, 16.0))));
}

// 0.1 + 0.2 is not 0.3: as stored, the three points (i/10, i/10 · 3) are not quite on a line.
TEST(Predicates, DecideForTheNumbersAsStored) {
  EXPECT_NE(orient2d_sign(Vec2(0.1, 0.3), Vec2(0.2, 0.6), Vec2(0.3, 0.9)), 0);
  EXPECT_EQ(orient2d_sign(Vec2(0.1, 0.1), Vec2(0.2, 0.2), Vec2(0.3, 0.3)), 0);
}

TEST(Predicates, OneUnitInTheLastPlaceOffThePlaneIsSeen) {
  const Vec3 a(1e6, 1e6, 3e6), b(1e6 + 1, 1e6, 3e6 + 1), c(1e6, 1e6 + 1, 3e6 + 2);  // z = x + 2y
  const Vec3 in_plane(1e6 + 0.5, 1e6 + 0.5, 3e6 + 1.5);
  EXPECT_EQ(orient3d_sign(a, b, c, in_plane), 0);
  Vec3 above = in_plane, below = in_plane;
  above[2] = std::nextafter(above[2], 1e9);
  below[2] = std::nextafter(below[2], -1e9);
  EXPECT_EQ(orient3d_sign(a, b, c, above), 1);
  EXPECT_EQ(orient3d_sign(a, b, c, below), -1);
}

class AtScale : public testing::TestWithParam<double> {};

// Products of these numbers overflow or underflow; a filter that trusted them would say zero, or anything.
TEST_P(AtScale, SignsAreRight) {
  const double s = GetParam();
  const Vec3 o = Vec3::Zero(), x(s, 0, s), y(0, s, s), z(s, s, 3 * s), mirrored(s, s, s), in_plane(s, s, 2 * s);
  EXPECT_EQ(orient3d_sign(o, x, y, z), 1);
  EXPECT_EQ(orient3d_sign(o, x, y, mirrored), -1);
  EXPECT_EQ(orient3d_sign(o, x, y, in_plane), 0);
  EXPECT_EQ(orient2d_sign(o, x, z, {0, 1}), 1);
  EXPECT_EQ(orient2d_sign(o, z, x, {0, 1}), -1);
  EXPECT_FALSE(are_collinear(o, x, y));
  EXPECT_TRUE(are_collinear(o, x, 2 * x));
}
INSTANTIATE_TEST_SUITE_P(Predicates, AtScale,
                         testing::Values(1.0, 1e-100, 1e-160, 1e-300, 4 * std::numeric_limits<double>::denorm_min(),
                                         1e100, 1e160, 1e300, 5e307));

TEST(Predicates, DifferencesMayOverflow) {
  const double m = std::numeric_limits<double>::max();
  EXPECT_EQ(orient3d_sign(Vec3(-m, -m, -m), Vec3(m, -m, -m), Vec3(-m, m, -m), Vec3(-m, -m, m)), 1);
  EXPECT_EQ(orient2d_sign(Vec2(-m, -m), Vec2(m, m), Vec2(0, 0)), 0);
}

TEST(Predicates, LargeAndTinyNumbersMix) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(orient3d_sign(kOrigin, Vec3(1e300, 0, 0), Vec3(0, 1e300, 0), Vec3(1e300, 1e300, tiny)), 1);
  EXPECT_EQ(orient3d_sign(kOrigin, Vec3(1e300, 0, 0), Vec3(0, 1e300, 0), Vec3(1e300, 1e300, -tiny)), -1);
}

}  // namespace
}  // namespace muslin::predicates_test
