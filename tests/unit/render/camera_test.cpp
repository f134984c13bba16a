#include <gtest/gtest.h>

#include <muslin/render/camera.hpp>
#include <numbers>
#include <tests/support/random.hpp>

namespace muslin::camera_test {
namespace {

TEST(View, ProjectsByHand) {
  // From (0, 0, 2) towards the origin, 90 degrees: the plane z = 0 is seen from y = -2 to 2.
  const View view({.eye = Vec3(0, 0, 2), .fov_rad = std::numbers::pi / 2}, 200, 100);
  EXPECT_LT((view.project(Vec3(0, 0, 0)) - Vec2(100, 50)).norm(), 1e-12);
  EXPECT_LT((view.project(Vec3(0, 2, 0)) - Vec2(100, 0)).norm(), 1e-12);
  EXPECT_LT((view.project(Vec3(4, -2, 0)) - Vec2(200, 100)).norm(), 1e-12);
  EXPECT_LT((view.project(Vec3(0.5, 0, 1)) - Vec2(125, 50)).norm(), 1e-12);
  EXPECT_DOUBLE_EQ(view.depth(Vec3(7, 7, 1)), 1.0);
  EXPECT_DOUBLE_EQ(view.pixel_size(), 0.02);
}

TEST(View, RaysGoWherePointsAreSeen) {
  test::Random random(1);
  for (int i = 0; i < 100; ++i) {
    const View view({.eye = random.in_box(3), .target = random.in_box(3), .up = random.direction()}, 640, 480);
    const double x = random.uniform(0, 640), y = random.uniform(0, 480), depth = random.uniform(0.1, 10);
    const Vec3 point = view.eye() + depth * view.ray(x, y);
    EXPECT_NEAR(view.depth(point), depth, 1e-12);
    EXPECT_LT((view.project(point) - Vec2(x, y)).norm(), 1e-9);
  }
}

TEST(View, LooksStraightDownToo) {
  const ViewAxes axes = view_axes(Vec3(0, -3, 0), Vec3(0, 1, 0));
  EXPECT_NEAR(axes.right.norm(), 1, 1e-15);
  EXPECT_NEAR(axes.right.dot(axes.forward), 0, 1e-15);
  EXPECT_NEAR(axes.up.dot(axes.forward), 0, 1e-15);
}

TEST(CameraFit, HasAllPointsInTheMiddleAndFillsThePicture) {
  test::Random random(2);
  for (int i = 0; i < 50; ++i) {
    SCOPED_TRACE(i);
    const double aspect = random.uniform(0.4, 2.5);
    CameraFit::Options options;
    options.forward = random.direction();
    options.aspect = aspect;
    options.margin = 0.05;
    CameraFit fit(options), other(options);
    const Vec3 size(random.uniform(0.01, 2), random.uniform(0.01, 2), random.uniform(0.01, 2));
    std::vector<Vec3> points;
    for (int k = 0; k < 40; ++k) points.push_back(size.cwiseProduct(random.in_box(1)) + Vec3(5, 6, 7));
    for (std::size_t k = 0; k < points.size(); ++k) (k % 2 == 0 ? fit : other).include(points[k]);
    fit.include(other);
    const View view(fit.camera(), static_cast<int>(1000 * aspect), 1000);
    Vec2 lower = Vec2::Constant(1e9), upper = -lower;
    for (const Vec3& point : points) {
      ASSERT_GT(view.depth(point), 0);
      const Vec2 place = view.project(point).cwiseQuotient(Vec2(view.width(), view.height()));
      lower = lower.cwiseMin(place);
      upper = upper.cwiseMax(place);
    }
    EXPECT_GE(lower.minCoeff(), 0.05 - 1e-3);
    EXPECT_LE(upper.maxCoeff(), 0.95 + 1e-3);
    EXPECT_NEAR((upper - lower).maxCoeff(), 0.9, 2e-3);                // it touches two opposite rims
    EXPECT_LT((0.5 * (lower + upper) - Vec2(0.5, 0.5)).norm(), 0.05);  // and stands in the middle
  }
}

TEST(CameraFit, APointAndALineOfSightHaveACameraToo) {
  CameraFit fit({.forward = Vec3(0, 0, -1)});
  EXPECT_TRUE(fit.empty());
  fit.include(Vec3(1, 2, 3));
  ASSERT_FALSE(fit.empty());
  EXPECT_LT((fit.camera().eye - Vec3(1, 2, 4)).norm(), 1e-12);
  EXPECT_LT((fit.camera().target - Vec3(1, 2, 3)).norm(), 1e-12);
  fit.include(Vec3(1, 2, 5));
  EXPECT_GT(fit.camera().eye.z(), 5.0);
}

}  // namespace
}  // namespace muslin::camera_test
