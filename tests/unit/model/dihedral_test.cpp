#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <muslin/model/dihedral.hpp>
#include <numbers>
#include <tests/support/random.hpp>

namespace muslin::dihedral_test {
namespace {

using std::numbers::pi;
using test::Random;

constexpr std::array<double, 2> kNoFloor = {0.0, 0.0};

/// First triangle in the plane z = 0, left of the edge from (0, 0) to (0, 1); the second turned by `angle` out of the
/// right half.
HingePositions folded(double angle) {
  return {Vec3(0.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(-1.0, 0.3, 0.0),
          Vec3(0.5 * std::cos(angle), 0.8, 0.5 * std::sin(angle))};
}

HingePositions random_hinge(Random& random) {
  HingePositions x = folded(random.uniform(-3.1, 3.1));
  for (Vec3& p : x) p += random.in_box(0.1);
  return x;
}

TEST(Dihedral, AngleIsPositiveTowardsTheFront) {
  for (const double angle : {0.0, 1e-12, 0.3, 1.5, 3.0, pi - 1e-9, -1e-12, -0.3, -1.5, -3.0, -pi + 1e-9})
    EXPECT_NEAR(dihedral_angle(folded(angle)), angle, 1e-15 + 1e-15 * std::abs(angle));
}

TEST(Dihedral, GradientAtRestIsOneOverTheHeights) {
  const auto [angle, gradient] = dihedral_gradient(folded(0.0), kNoFloor);
  EXPECT_EQ(angle, 0.0);
  EXPECT_LT((gradient[2] - Vec3(0.0, 0.0, 1.0)).norm(), 1e-15);
  EXPECT_LT((gradient[3] - Vec3(0.0, 0.0, 2.0)).norm(), 1e-15);
  EXPECT_LT((gradient[0] - Vec3(0.0, 0.0, -0.7 - 2.0 * 0.2)).norm(), 1e-15);
  EXPECT_LT((gradient[1] - Vec3(0.0, 0.0, -0.3 - 2.0 * 0.8)).norm(), 1e-15);
}

TEST(Dihedral, GradientIsThatOfTheAngle) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    const HingePositions x = random_hinge(random);
    const auto [angle, gradient] = dihedral_gradient(x, kNoFloor);
    EXPECT_EQ(angle, dihedral_angle(x));
    for (std::size_t v = 0; v < 4; ++v)
      for (int k = 0; k < 3; ++k) {
        HingePositions up = x, down = x;
        up[v][k] += 1e-6;
        down[v][k] -= 1e-6;
        // over the jump at ±π the gradient goes on
        const double change = std::remainder(dihedral_angle(up) - dihedral_angle(down), 2.0 * pi);
        EXPECT_NEAR(gradient[v][k], change / 2e-6, 1e-8 * (1.0 + gradient[v].norm()));
      }
  }
}

TEST(Dihedral, HessianIsThatOfTheAngle) {
  Random random(2);
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(i);
    const HingePositions x = random_hinge(random);
    const auto hessian = dihedral_hessian(x);
    EXPECT_LT((hessian - hessian.transpose()).norm(), 1e-13 * hessian.norm());
    for (std::size_t v = 0; v < 4; ++v)
      for (int k = 0; k < 3; ++k) {
        HingePositions up = x, down = x;
        up[v][k] += 1e-6;
        down[v][k] -= 1e-6;
        const auto g_up = dihedral_gradient(up, kNoFloor).gradient, g_down = dihedral_gradient(down, kNoFloor).gradient;
        for (int u = 0; u < 4; ++u) {
          const auto w = static_cast<std::size_t>(u);
          const Vec3 expected = (g_up[w] - g_down[w]) / 2e-6;
          EXPECT_LT((hessian.block<3, 1>(3 * u, 3 * static_cast<int>(v) + k) - expected).norm(),
                    1e-7 * (1.0 + hessian.norm()));
        }
      }
  }
}

TEST(Dihedral, GradientKeepsBothMomenta) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    const HingePositions x = random_hinge(random);
    // also where the gradient is scaled down
    const auto g = dihedral_gradient(x, {0.0, random.chance(0.5) ? 3.0 : 0.0}).gradient;
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    double size = 0.0;
    for (std::size_t v = 0; v < 4; ++v) {
      force += g[v];
      torque += x[v].cross(g[v]);
      size += g[v].norm();
    }
    EXPECT_LT(force.norm(), 1e-14 * size);
    EXPECT_LT(torque.norm(), 1e-14 * size);
  }
}

TEST(Dihedral, CollapsedTrianglesGiveFiniteGradients) {
  const std::array<double, 2> floor = {1e-2, 1e-2};
  for (const double height : {1e-3, 1e-100, 1e-200, 1e-320, 0.0}) {
    HingePositions x = folded(0.5);
    x[3] = Vec3(height, 0.4, height);
    const auto [angle, gradient] = dihedral_gradient(x, floor);
    EXPECT_TRUE(std::isfinite(angle));
    for (const Vec3& g : gradient) {
      EXPECT_TRUE(g.allFinite());
      EXPECT_LT(g.norm(), 300.0);
    }
  }
  HingePositions point;
  point.fill(Vec3(1.0, 2.0, 3.0));
  EXPECT_EQ(dihedral_gradient(point, floor).angle, 0.0);
  EXPECT_EQ(dihedral_gradient(point, floor).gradient[0], Vec3(0.0, 0.0, 0.0));
}

}  // namespace
}  // namespace muslin::dihedral_test
