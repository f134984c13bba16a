#include <gtest/gtest.h>

#include <muslin/model/cable_bending.hpp>
#include <muslin/model/springs.hpp>
#include <numbers>
#include <tests/support/cable_elements.hpp>

#include "tests/support/element_checks.hpp"

namespace muslin::cable_bending_test {
namespace {

using std::numbers::pi;
using test::ElementState;
using test::Random;

VertexId v(int i) { return VertexId(i); }

/// Consecutive vertices through `x`, with their distances as rest lengths.
test::CableElements through(std::span<const Vec3> x, const CableMaterial& material) {
  std::vector<VertexId> vertices;
  std::vector<double> lengths;
  for (std::size_t i = 0; i < x.size(); ++i) {
    vertices.emplace_back(i);
    if (i > 0) lengths.push_back((x[i] - x[i - 1]).norm());
  }
  return test::make_cable_elements(vertices, lengths, material);
}

CableBending bending(const test::CableElements& cable) {
  CableBending result;
  for (const CableJoint& joint : cable.joints) result.add(joint);
  return result;
}

TEST(CableBending, HandComputedRightAngle) {
  // Segments 1 and 3 long: h = 2, κ = (y - x)/2, |κ| = 1/√2, energy ½ · 5 · 2 · ½.
  CableBending cable;
  cable.add({.vertices = {v(0), v(1), v(2)}, .rest_lengths = {1.0, 3.0}, .rigidity = 5.0});
  const std::vector<Vec3> x = {Vec3(-1, 0, 0), Vec3(0, 0, 0), Vec3(0, 3, 0)};
  cable.prepare(x, std::vector<Vec3>(3, Vec3::Zero()));
  EXPECT_NEAR(cable.curvature(0), std::sqrt(0.5), 1e-14);
  EXPECT_NEAR(cable.energy(0), 2.5, 1e-13);
  // The weight of the last vertex in κ is 1/6: -EI h κ/6.
  EXPECT_NEAR((cable.force(0, 2) - 10.0 / 12.0 * Vec3(1, -1, 0)).norm(), 0.0, 1e-13);
}

TEST(CableBending, RingHasTheEnergyOfItsCurvature) {
  constexpr int kSides = 200;
  constexpr double kRadius = 0.3, kRigidity = 2e-3;
  const double side = 2.0 * kRadius * std::sin(pi / kSides);
  CableBending ring;
  std::vector<Vec3> x;
  for (int i = 0; i < kSides; ++i) {
    const double angle = 2.0 * pi * i / kSides;
    x.emplace_back(kRadius * std::cos(angle), 0.0, kRadius * std::sin(angle));
    ring.add({.vertices = {v(i), v((i + 1) % kSides), v((i + 2) % kSides)},
              .rest_lengths = {side, side},
              .rigidity = kRigidity});
  }
  ring.prepare(x, x);
  EXPECT_NEAR(total_energy(ring), pi * kRigidity / kRadius, 1e-3 * pi * kRigidity / kRadius);
  EXPECT_NEAR(ring.curvature(7), 1.0 / kRadius, 1e-3 / kRadius);
}

/// How far the tip of a cantilever of length 1 sinks, of `segments` segments whose lengths differ up to tenfold.
double cantilever_sag(int segments, double tip_load, double rigidity) {
  Random random(3);
  std::vector<double> lengths;
  double total = 0.0;
  for (int i = 0; i < segments; ++i) total += lengths.emplace_back(random.uniform(0.1, 1.0));
  // A clamp holds the position and the direction: two fixed vertices, so near that they take no share of the bending.
  std::vector<Vec3> x = {Vec3(-1e-6, 0, 0), Vec3(0, 0, 0)};
  for (const double length : lengths) x.push_back(x.back() + Vec3(length / total, 0, 0));
  CableBending cable = bending(through(x, {.bending = rigidity}));
  cable.prepare(x, std::vector<Vec3>(x.size(), Vec3::Zero()));
  const Eigen::MatrixXd whole = test::matrix(cable, x.size(), {.stiffness = 1.0});
  Eigen::MatrixXd vertical(segments, segments);
  for (int i = 0; i < segments; ++i) {
    for (int j = 0; j < segments; ++j) vertical(i, j) = whole(3 * (i + 2) + 1, 3 * (j + 2) + 1);
  }
  Eigen::VectorXd load = Eigen::VectorXd::Zero(segments);
  load[segments - 1] = tip_load;
  return test::solve_positive(vertical, load)[segments - 1];
}

TEST(CableBending, CantileverOfUnevenSegmentsSinksAsBeamTheorySays) {
  const double expected = 0.01 / (3.0 * 0.2);  // P L³ / 3 EI
  EXPECT_NEAR(cantilever_sag(20, 0.01, 0.2), expected, 2e-2 * expected);
  EXPECT_NEAR(cantilever_sag(100, 0.01, 0.2), expected, 1e-3 * expected);
}

TEST(CableBending, ObeysTheLawsOfElasticElementsAtAnyState) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const double rest_curvature = random.chance(0.5) ? 0.0 : random.uniform(0.0, 2.0);
    CableBending cable;
    for (int i = 0; i < 2; ++i) {
      cable.add({.vertices = {v(i), v(i + 1), v(i + 2)},
                 .rest_lengths = {random.uniform(0.5, 1.5), random.uniform(0.5, 1.5)},
                 .rigidity = 3.0,
                 .rest_curvature = rest_curvature,
                 .damping = 0.05});
    }
    const ElementState state = test::random_state(random, 4, 1.0, 1.0);
    test::expect_elastic_laws(cable, state, 1e-6);
    const bool bent_further = cable.curvature(0) > rest_curvature && cable.curvature(1) > rest_curvature;
    if (!bent_further) continue;
    test::expect_exact_stiffness(cable, state, 1e-6,
                                 [&](std::size_t e, int a, int b) { return cable.block(e, a, b, {.stiffness = 1.0}); });
  }
}

TEST(CableBending, StraightCableIsFreeToMoveAndToStretchEvenly) {
  Random random(8);
  ElementState state = {.x = {Vec3(0, 0, 0), Vec3(0.1, 0, 0), Vec3(0.4, 0, 0)}, .v = {}};
  CableBending cable = bending(through(state.x, {}));
  for (Vec3& p : state.x) p *= 1.3;
  state.v = test::rigid_velocity(state.x, random.in_box(1.0), random.in_box(5.0));
  state = state.moved(test::random_rotation(random), random.in_box(1.0));
  cable.prepare(state.x, state.v);
  EXPECT_LE(test::forces(cable, 3).norm(), 1e-12);
  EXPECT_LE(cable.energy(0), 1e-20);
}

TEST(CableBending, KeepsItsRestCurvature) {
  CableBending cable;
  cable.add({.vertices = {v(0), v(1), v(2)}, .rest_lengths = {1.0, 1.0}, .rigidity = 5.0, .rest_curvature = 1.0});
  const double half = pi / 6;  // 2 sin(φ/2) = 1: φ = 60°
  const std::vector<Vec3> x = {Vec3(-std::cos(half), std::sin(half), 0), Vec3::Zero(),
                               Vec3(std::cos(half), std::sin(half), 0)};
  cable.prepare(x, std::vector<Vec3>(3, Vec3::Zero()));
  EXPECT_NEAR(cable.energy(0), 0.0, 1e-20);
}

TEST(CableBending, StaysFiniteWhenFoldedOrCrushed) {
  for (const double rest_curvature : {0.0, 2.0}) {
    CableBending cable;
    cable.add({.vertices = {v(0), v(1), v(2)},
               .rest_lengths = {1.0, 1.0},
               .rigidity = 5.0,
               .rest_curvature = rest_curvature,
               .damping = 0.1});
    const std::vector<Vec3> still(3, Vec3::UnitY());
    test::expect_finite(cable, {.x = {Vec3::UnitX(), Vec3::Zero(), Vec3::UnitX()}, .v = still});
    test::expect_finite(cable, {.x = {Vec3::UnitX(), Vec3::Zero(), Vec3(-Vec3::UnitX())}, .v = still});
    test::expect_finite(cable, {.x = {Vec3::UnitX(), Vec3::UnitX(), Vec3::UnitX()}, .v = still});
  }
}

TEST(CableElements, HaveOneSpringPerSegmentAndOneJointInBetween) {
  const std::vector<Vec3> x = {Vec3(0, 0, 0), Vec3(0.5, 0, 0), Vec3(0.75, 0, 0), Vec3(1.75, 0, 0)};
  const test::CableElements cable = through(x, {.stretch = 100.0});
  ASSERT_EQ(cable.springs.size(), 3U);
  ASSERT_EQ(cable.joints.size(), 2U);
  Springs springs(cable.springs);
  std::vector<Vec3> stretched = x;
  for (Vec3& p : stretched) p *= 1.1;
  springs.prepare(stretched, x);
  // EA times strain, the same along the cable; energy ½ EA ε² L.
  for (std::size_t e = 0; e < 3; ++e) EXPECT_NEAR(springs.implicit_force(e, 0).x(), 10.0, 1e-12);
  EXPECT_NEAR(total_energy(springs), 0.5 * 100.0 * 0.01 * 1.75, 1e-12);
}

}  // namespace
}  // namespace muslin::cable_bending_test
