#include <gtest/gtest.h>

#include <muslin/model/bend_springs.hpp>
#include <numbers>

#include "tests/support/element_checks.hpp"

namespace muslin::bend_springs_test {
namespace {

using std::numbers::pi;
using test::ElementState;
using test::Random;

VertexId v(int i) { return VertexId(i); }

const BendSpring kStrip = {
    .vertices = {v(0), v(1)}, .rest_length = 2.0, .rigidity = 3.0, .stiffness = 1e6, .damping = 0.1};

ElementState along_x(double length) {
  return {.x = {Vec3::Zero(), Vec3(length, 0, 0)}, .v = {Vec3::Zero(), Vec3::Zero()}};
}

TEST(BendSprings, StoreTheEnergyOfTheArc) {
  BendSprings springs({kStrip});
  for (const double u : {0.03, 0.2, pi / 2, 2.5, pi}) {
    SCOPED_TRACE(u);
    const ElementState state = along_x(2.0 * std::sin(u) / u);
    springs.prepare(state.x, state.v);
    const double curvature = u;  // 2u/L
    // Less what the first, linear part of the thrust leaves out: of the order of (12 B/L²)²/2c.
    EXPECT_NEAR(springs.energy(0), 0.5 * 3.0 * 2.0 * curvature * curvature, 1e-4);
  }
}

TEST(BendSprings, HandComputedThrust) {
  BendSprings springs({kStrip});
  // A half circle: κ = 2u/L = π/2, sin(u)/u = 2/π, cos u = 0: B κ² π/2.
  const ElementState half = along_x(4.0 / pi);
  springs.prepare(half.x, half.v);
  EXPECT_NEAR(springs.force(0, 1).x(), 3.0 * pi * pi * pi / 8.0, 1e-9);
  EXPECT_NEAR(springs.force(0, 0).x(), -3.0 * pi * pi * pi / 8.0, 1e-9);
  // Hardly bent: 12 B/L².
  const ElementState slightly = along_x(2.0 - 1e-4);
  springs.prepare(slightly.x, slightly.v);
  EXPECT_NEAR(springs.force(0, 1).x(), 9.0, 1e-3);
  // Not yet buckled: c (L - l).
  const ElementState hardly = along_x(2.0 - 1e-6);
  springs.prepare(hardly.x, hardly.v);
  EXPECT_NEAR(springs.force(0, 1).x(), 1.0, 1e-6);
}

TEST(BendSprings, StretchIsFree) {
  BendSprings springs({kStrip});
  const ElementState state = along_x(2.1);
  springs.prepare(state.x, state.v);
  EXPECT_EQ(springs.energy(0), 0.0);
  EXPECT_EQ(springs.force(0, 0), Vec3::Zero());
  EXPECT_EQ(springs.block(0, 0, 0, {.stiffness = 1.0, .velocity = 1.0}), Mat3(Mat3::Zero()));
}

TEST(BendSprings, StiffnessAlongTheSpringIsExact) {
  // 0.0005: within the series of small angles; 0.01: just beyond.
  for (const double shorter : {0.00005, 0.0005, 0.01, 0.5, 1.3}) {
    SCOPED_TRACE(shorter);
    BendSprings springs({kStrip});
    const double step = 1e-6 * (2.0 - shorter) * std::min(1.0, 100.0 * shorter);
    const auto thrust_at = [&](double length) {
      springs.prepare(along_x(length).x, along_x(length).v);
      return springs.implicit_force(0, 1).x();
    };
    const double slope = (thrust_at(2.0 - shorter - step) - thrust_at(2.0 - shorter + step)) / (2.0 * step);
    springs.prepare(along_x(2.0 - shorter).x, along_x(2.0 - shorter).v);
    EXPECT_NEAR(springs.block(0, 0, 0, {.stiffness = 1.0})(0, 0), slope, 1e-3 * slope);
  }
}

TEST(BendSprings, ObeyTheLawsOfElasticElementsAtAnyState) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    BendSprings springs;
    for (const Segment& ends : {Segment{v(0), v(1)}, Segment{v(1), v(2)}, Segment{v(2), v(0)}}) {
      springs.add({.vertices = ends,
                   .rest_length = random.uniform(0.1, 3.0),
                   .rigidity = random.uniform(0.1, 3.0),
                   .stiffness = random.uniform(10.0, 1000.0),
                   .damping = 0.1});
    }
    test::expect_elastic_laws(springs, test::random_state(random, 3, 1.0, 1.0), 1e-6);
  }
}

TEST(BendSprings, StayFiniteWhenCrushedOrSoft) {
  for (const double rigidity : {0.0, 1e-12, 3.0, 1e12}) {
    SCOPED_TRACE(rigidity);
    BendSpring spring = kStrip;
    spring.rigidity = rigidity;
    BendSprings springs({spring});
    for (const double length : {0.0, 1e-200, 1e-9, 1.0, 2.0 - 1e-15, 2.0, 3.0})
      test::expect_finite(springs, along_x(length));
  }
}

}  // namespace
}  // namespace muslin::bend_springs_test
