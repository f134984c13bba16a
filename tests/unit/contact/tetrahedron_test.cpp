#include <gtest/gtest.h>

#include <muslin/contact/tetrahedron.hpp>
#include <tests/support/random.hpp>

namespace muslin::tetrahedron_test {
namespace {

using Tetrahedron = std::array<Vec3, 4>;

TEST(Tetrahedron, OfTheCornersOfACubeIsASixthOfIt) {
  const Tetrahedron x = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
  EXPECT_DOUBLE_EQ(signed_volume(x), 1.0 / 6.0);
  EXPECT_DOUBLE_EQ(signed_volume({x[0], x[2], x[1], x[3]}), -1.0 / 6.0);
  // A third of the area of the face below, upwards.
  EXPECT_EQ(volume_gradient(x)[3], Vec3(0, 0, 1.0 / 6.0));
}

TEST(Tetrahedron, GradientIsThatOfDifferences) {
  test::Random random(4);
  for (int k = 0; k < 200; ++k) {
    Tetrahedron x;
    for (Vec3& corner : x) corner = random.in_box(1.0);
    const Tetrahedron gradient = volume_gradient(x);
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < 4; ++i) {
      sum += gradient[i];
      for (int axis = 0; axis < 3; ++axis) {
        constexpr double kShift = 1e-3;  // V is linear in each coordinate
        Tetrahedron ahead = x, behind = x;
        ahead[i][axis] += kShift;
        behind[i][axis] -= kShift;
        EXPECT_NEAR(gradient[i][axis], (signed_volume(ahead) - signed_volume(behind)) / (2 * kShift), 1e-12);
      }
    }
    EXPECT_LE(sum.norm(), 1e-15);
  }
}

TEST(Tetrahedron, WithoutVolumeOrEdgesHasAGradientOfNumbers) {
  const Vec3 p(0.1, 0.2, 0.3), q(1, 2, 3);
  for (const Tetrahedron& x :
       {Tetrahedron{p, p, p, p}, Tetrahedron{p, q, p, q}, Tetrahedron{p, q, Vec3(2.0 * q - p), p}})
    for (const Vec3& g : volume_gradient(x)) EXPECT_TRUE(g.allFinite());
}

}  // namespace
}  // namespace muslin::tetrahedron_test
