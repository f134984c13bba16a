#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <muslin/filter/shape_matching.hpp>
#include <random>
#include <vector>

namespace muslin::shape_matching_test {
namespace {

Mat3 random_rotation(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized().matrix();
}

Vec3 random_vector(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

/// Σ m |x - (c + R arm)|².
double cost(const Placement& at, const std::vector<Vec3>& arm, const std::vector<double>& mass,
            const std::vector<Vec3>& x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += mass[i] * (x[i] - at(arm[i])).squaredNorm();
  return sum;
}

struct Shape {
  std::vector<Vec3> arm;
  std::vector<double> mass;
};

/// A k × k patch in the xz plane, as cloth lies at the start, with a heavier corner.
Shape flat_patch(int k) {
  Shape shape;
  Vec3 centre = Vec3::Zero();
  double total = 0.0;
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j) {
      shape.arm.emplace_back(i, 0.0, j);
      shape.mass.push_back(i + j == 0 ? 3.0 : 1.0);
      centre += shape.mass.back() * shape.arm.back();
      total += shape.mass.back();
    }
  for (Vec3& arm : shape.arm) arm -= centre / total;
  return shape;
}

// Descent over all rotations, from many of them, must not find a better one.
TEST(ShapeMatching, IsTheBestRotationThereIs) {
  std::mt19937 random(1);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Shape shape = flat_patch(3);
    const bool is_flat = repeat % 2 == 0;
    if (!is_flat)
      for (Vec3& arm : shape.arm) arm += 0.5 * random_vector(random);
    Vec3 mean = Vec3::Zero();
    double total = 0.0;
    for (std::size_t i = 0; i < shape.arm.size(); ++i) mean += shape.mass[i] * shape.arm[i], total += shape.mass[i];
    for (Vec3& arm : shape.arm) arm -= mean / total;
    const Placement true_one{random_rotation(random), random_vector(random)};
    std::vector<Vec3> x;
    for (const Vec3& arm : shape.arm) x.push_back(true_one(arm) + 0.3 * random_vector(random));
    const Placement found = match_shape(shape.arm, shape.mass, x);
    EXPECT_NEAR(found.rotation.determinant(), 1.0, 1e-12);
    const double best = cost(found, shape.arm, shape.mass, x);
    for (int start = 0; start < 20; ++start) {
      Placement other{random_rotation(random), found.centre};
      double step = 0.5, value = cost(other, shape.arm, shape.mass, x);
      for (int i = 0; i < 400; ++i) {
        const Vec3 turn = step * random_vector(random);
        Placement tried = other;
        tried.rotation = Eigen::AngleAxisd(turn.norm(), turn.normalized()) * tried.rotation;
        const double tried_value = cost(tried, shape.arm, shape.mass, x);
        if (tried_value < value)
          value = tried_value, other = tried;
        else
          step *= 0.98;
      }
      EXPECT_GE(value, best - 1e-9);
    }
  }
}

// A flat patch has a matrix of rank 2, always. Whatever its orientation (along the axes too, turned over, not moved at
// all), its rotation is found.
TEST(ShapeMatching, FlatPatchesAreRightInEveryOrientation) {
  std::mt19937 random(2);
  const Shape shape = flat_patch(5);
  std::vector<Mat3> rotations = {Mat3::Identity()};
  for (int axis = 0; axis < 3; ++axis)
    for (int quarter = 1; quarter < 4; ++quarter)
      rotations.push_back(Eigen::AngleAxisd(quarter * std::acos(0.0), Vec3::Unit(axis)).matrix());
  for (int i = 0; i < 100; ++i) rotations.push_back(random_rotation(random));
  for (const Mat3& rotation : rotations) {
    const Placement there{rotation, Vec3(0.3, -2.0, 5.0)};
    std::vector<Vec3> x;
    for (const Vec3& arm : shape.arm) x.push_back(there(arm));
    const Placement found = match_shape(shape.arm, shape.mass, x);
    EXPECT_LT((found.rotation - rotation).norm(), 1e-12);
    EXPECT_LT((found.centre - there.centre).norm(), 1e-12);
  }
}

TEST(ShapeMatching, KeepsMomentum) {
  std::mt19937 random(3);
  const Shape shape = flat_patch(4);
  std::vector<Vec3> x;
  for (const Vec3& arm : shape.arm) x.push_back(arm + 0.2 * random_vector(random));
  const Placement found = match_shape(shape.arm, shape.mass, x);
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Vec3 impulse = shape.mass[i] * (found(shape.arm[i]) - x[i]);
    linear += impulse;
    angular += found(shape.arm[i]).cross(impulse);
  }
  EXPECT_LT(linear.norm(), 1e-12);
  EXPECT_LT(angular.norm(), 1e-12);
}

// Three points on a line, and a single one, have no rotation to find; they are still put where they are.
TEST(ShapeMatching, LinesAndPointsDoNoHarm) {
  const std::vector<double> mass = {1.0, 1.0, 1.0};
  const std::vector<Vec3> line = {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}};
  const std::vector<Vec3> upright = {{0, -1, 0}, {0, 0, 0}, {0, 1, 0}};
  const Placement found = match_shape(line, mass, upright);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT((found(line[i]) - upright[i]).norm(), 1e-12);
  const std::vector<Vec3> point = {Vec3::Zero()}, there = {Vec3(1, 2, 3)};
  EXPECT_EQ(match_shape(point, std::vector{2.0}, there)(point[0]), there[0]);
}

}  // namespace
}  // namespace muslin::shape_matching_test
