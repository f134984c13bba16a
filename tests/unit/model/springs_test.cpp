#include <gtest/gtest.h>

#include <muslin/core/parallel.hpp>
#include <muslin/model/springs.hpp>

#include "tests/support/element_checks.hpp"

namespace muslin::springs_test {
namespace {

using test::ElementState;
using test::Random;

VertexId v(int i) { return VertexId(i); }

ElementState along_x(double length, double speed) {
  return {.x = {Vec3::Zero(), Vec3(length, 0, 0)}, .v = {Vec3::Zero(), Vec3(speed, 0, 0)}};
}

TEST(Springs, HandComputedForceEnergyAndMatrix) {
  Springs springs;
  springs.add({.vertices = {v(0), v(1)}, .rest_length = 2.0, .stiffness = 10.0, .damping = 0.5});
  const ElementState state = along_x(2.5, 0.2);
  springs.prepare(state.x, state.v);
  EXPECT_DOUBLE_EQ(springs.energy(0), 1.25);
  EXPECT_NEAR((springs.implicit_force(0, 0) - Vec3(5, 0, 0)).norm(), 0.0, 1e-14);
  EXPECT_NEAR((springs.force(0, 0) - Vec3(6, 0, 0)).norm(), 0.0, 1e-14);  // and 0.5 s · 10 N/m · 0.2 m/s of damping
  EXPECT_NEAR((springs.force(0, 1) - Vec3(-6, 0, 0)).norm(), 0.0, 1e-14);
  const Mat3 expected = Vec3(3 * 10 + 2 * 5, 3 * 2, 3 * 2).asDiagonal();  // across: 10 (1 - 2 / 2.5)
  EXPECT_NEAR((springs.block(0, 1, 1, {.stiffness = 3.0, .velocity = 2.0}) - expected).norm(), 0.0, 1e-13);
  EXPECT_NEAR((springs.block(0, 0, 1, {.stiffness = 3.0, .velocity = 2.0}) + expected).norm(), 0.0, 1e-13);
}

TEST(Springs, ObeyTheLawsOfElasticElementsAtAnyState) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Springs springs;
    for (const Segment& ends : {Segment{v(0), v(1)}, Segment{v(1), v(2)}, Segment{v(2), v(0)}}) {
      springs.add({.vertices = ends,
                   .rest_length = random.chance(0.2) ? 0.0 : random.uniform(0.0, 1.5),
                   .stiffness = random.uniform(1.0, 100.0),
                   .damping = random.uniform(0.0, 0.1)});
    }
    test::expect_elastic_laws(springs, test::random_state(random, 3, 1.0, 1.0), 1e-6);
  }
}

TEST(Springs, MatrixIsExactUnderTension) {
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    Springs springs;
    springs.add({.vertices = {v(0), v(1)}, .rest_length = 0.1, .stiffness = 50.0});
    ElementState state = test::random_state(random, 2, 1.0, 1.0);
    if ((state.x[1] - state.x[0]).norm() < 0.15) continue;
    test::expect_exact_stiffness(
        springs, state, 1e-6, [&](std::size_t e, int a, int b) { return springs.block(e, a, b, {.stiffness = 1.0}); });
  }
}

TEST(Springs, RigidMotionCostsNothing) {
  Random random(6);
  Springs springs;
  springs.add({.vertices = {v(0), v(1)}, .rest_length = 0.5, .stiffness = 50.0, .damping = 1.0});
  ElementState state = along_x(0.5, 0.0).moved(test::random_rotation(random), random.in_box(1.0));
  state.v = test::rigid_velocity(state.x, random.in_box(1.0), random.in_box(5.0));
  springs.prepare(state.x, state.v);
  EXPECT_LE(springs.force(0, 0).norm(), 1e-12);
}

TEST(Springs, CoincidingEndsHaveNoForceAndAFiniteMatrix) {
  for (const double rest_length : {0.0, 1.0}) {
    for (const double length : {0.0, 1e-300, 1e-170, 1e-150, 1e-100}) {
      SCOPED_TRACE(length);
      Springs springs;
      springs.add({.vertices = {v(0), v(1)}, .rest_length = rest_length, .stiffness = 10.0, .damping = 0.1});
      test::expect_finite(springs, along_x(length, 1.0));
      if (length == 0.0) {
        EXPECT_EQ(springs.force(0, 0), Vec3::Zero());
      }
    }
  }
  Springs springs;  // without a rest length the matrix is k I wherever the ends are
  springs.add({.vertices = {v(0), v(1)}, .stiffness = 10.0});
  springs.prepare(along_x(0.0, 0.0).x, along_x(0.0, 0.0).v);
  EXPECT_EQ(springs.block(0, 0, 0, {.stiffness = 1.0}), Mat3(10.0 * Mat3::Identity()));
}

TEST(TotalEnergy, AddsUpAllElementsWithTheSameBitsOnAnyNumberOfThreads) {
  Random random(7);
  Springs springs;
  for (int i = 0; i < 20000; ++i) {
    springs.add({.vertices = {v(i), v(i + 1)}, .rest_length = random.unit(), .stiffness = random.unit()});
  }
  const ElementState state = test::random_state(random, 20001, 1.0, 0.0);
  springs.prepare(state.x, state.v);
  double plain = 0.0;
  for (std::size_t e = 0; e < springs.size(); ++e) plain += springs.energy(e);
  double one = 0.0, two = 0.0;
  with_threads(1, [&] { one = total_energy(springs); });
  with_threads(2, [&] { two = total_energy(springs); });
  EXPECT_EQ(one, two);
  EXPECT_NEAR(one, plain, 1e-10 * plain);
  EXPECT_EQ(total_energy(Springs()), 0.0);
}

}  // namespace
}  // namespace muslin::springs_test
