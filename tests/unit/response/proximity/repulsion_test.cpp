#include <gtest/gtest.h>

#include <muslin/response/proximity/repulsion.hpp>
#include <tests/support/piles.hpp>

namespace muslin::repulsion_test {
namespace {

using test::CollisionCase;

constexpr double kThickness = 1e-3;

Mesh triangle(double height) {
  Mesh mesh;
  mesh.positions = {{0, height, 0}, {1, height, 0}, {0, height, 1}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  return mesh;
}
/// A small triangle whose first corner is lowest, above the middle of the one below.
Mesh tip(double height) {
  Mesh mesh;
  mesh.positions = {{0.25, height, 0.25}, {0.3, height + 1, 0.25}, {0.25, height + 1, 0.3}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  return mesh;
}

/// Vertex 3 at half the thickness above triangle 0-1-2, α = (1/2, 1/4, 1/4), Δt = 0.01 s.
CollisionCase vertex_on_triangle(double w_triangle, double w_tip, double friction = 0.0) {
  CollisionCase pair;
  pair.add(triangle(0.0), w_triangle, {.thickness = kThickness, .friction = friction});
  pair.add(tip(0.5 * kThickness), w_tip, {.thickness = kThickness, .friction = friction});
  return pair;
}

void move_tip(CollisionCase& pair, const Vec3& velocity) {
  std::vector<Vec3> all(6, Vec3::Zero());
  all[3] = velocity;
  pair.move(all);
}

TEST(Repulsion, StopsApproachAndPushesByTheSpring) {
  CollisionCase pair = vertex_on_triangle(2.0, 3.0);
  move_tip(pair, {0, -1, 0});
  CollisionStep& step = pair.begin();
  repel(step, {.stiffness = 10.0});
  // a = 3 + 2 (1/4 + 1/16 + 1/16) = 3.75. Stop: λ_c = 1/3.75; push: Δt k o = 0.01 · 10 · 0.5e-3 = 5e-5, less than
  // what 0.1 o/Δt = 5e-3 m/s needs.
  const double push = 1.0 / 3.75 + 5e-5;
  EXPECT_NEAR(step.velocity()[3].y(), -1.0 + 3.0 * push, 1e-12);
  EXPECT_NEAR(step.velocity()[0].y(), -2.0 * 0.5 * push, 1e-12);
  EXPECT_NEAR(step.velocity()[1].y(), -2.0 * 0.25 * push, 1e-12);
  EXPECT_EQ(step.velocity()[4], Vec3::Zero());
}

TEST(Repulsion, PushesNoFasterThanItsRate) {
  CollisionCase pair = vertex_on_triangle(2.0, 3.0);
  CollisionStep& step = pair.begin();
  repel(step, {.stiffness = 1e9, .rate = 0.1});
  const double u =
      step.velocity()[3].y() - 0.5 * step.velocity()[0].y() - 0.25 * (step.velocity()[1].y() + step.velocity()[2].y());
  EXPECT_NEAR(u, 0.1 * 0.5 * kThickness / 0.01, 1e-12);
}

TEST(Repulsion, LeavesAloneWhatSeparatesFastEnough) {
  CollisionCase pair = vertex_on_triangle(2.0, 3.0);
  move_tip(pair, {0.3, 1, 0});
  CollisionStep& step = pair.begin();
  const std::vector<Vec3> before(step.velocity().begin(), step.velocity().end());
  repel(step, {});
  EXPECT_TRUE(std::equal(before.begin(), before.end(), step.velocity().begin()));
}

TEST(Repulsion, SticksBelowCoulombsBoundAndSlipsAboveIt) {
  for (const double sliding : {0.1, 2.0}) {
    CollisionCase pair = vertex_on_triangle(0.0, 3.0, 0.5);
    move_tip(pair, {sliding, -1, 0});
    CollisionStep& step = pair.begin();
    repel(step, {.stiffness = 0.0});
    // On a prescribed triangle u changes by 1 m/s, so sliding does by 0.5 m/s at most.
    EXPECT_NEAR(step.velocity()[3].x(), sliding < 0.5 ? 0.0 : sliding - 0.5, 1e-12);
    EXPECT_NEAR(step.velocity()[3].y(), 0.0, 1e-12);
    for (std::size_t v = 0; v < 3; ++v) EXPECT_EQ(step.velocity()[v], Vec3::Zero());
  }
}

TEST(Repulsion, LeavesFrictionToAResponseThatKeepsIt) {
  CollisionCase pair = vertex_on_triangle(0.0, 3.0, 0.5);
  move_tip(pair, {0.2, -1, 0});
  CollisionStep& step = pair.begin();
  repel(step, {.stiffness = 0.0}, {.has_friction = false});
  EXPECT_NEAR((step.velocity()[3] - Vec3(0.2, 0, 0)).norm(), 0.0, 1e-12);
}

/// Vertex 3 moves over a prescribed triangle with μ = 0.5, after the candidate has done this at the pair. a = 3/kg.
Vec3 velocity_after(const SpringImpulse& carried, const Vec3& velocity) {
  CollisionCase pair = vertex_on_triangle(0.0, 3.0, 0.5);
  move_tip(pair, velocity);
  CollisionStep& step = pair.begin();
  EXPECT_EQ(step.proximities().size(), 1U);
  repel(step, {}, {.spring_impulses = std::span(&carried, 1)});
  return step.velocity()[3];
}

// At 0.5 mm of 1 mm; down to 0.1 mm are 0.4 mm, in a step of 0.01 s: 0.04 m/s.
TEST(Repulsion, LetsWhatASpringCarriesUseUpItsRoom) {
  const SpringImpulse carried{.on_spring = true, .normal_impulse = 0.0, .friction_impulse = 0.0};
  EXPECT_NEAR(velocity_after(carried, {0, -0.03, 0}).y(), -0.03, 1e-12);
  EXPECT_NEAR(velocity_after(carried, {0, -1, 0}).y(), -0.04, 1e-12);
  // And rubs with the push that this takes: 0.96 m/s of approach, so 0.48 m/s of sliding.
  EXPECT_NEAR(velocity_after(carried, {2, -1, 0}).x(), 2.0 - 0.48, 1e-12);
  EXPECT_NEAR(velocity_after(carried, {2, -0.03, 0}).x(), 2.0, 1e-12);
}

// Of a push of 0.2 N s friction may take 0.1 N s, 0.3 m/s of sliding; but only what creeps, by less than a hundredth of
// the thickness in the step, 1 mm/s, is stopped. A rub that is not enough to stop it is not begun.
TEST(Repulsion, StopsWhatCreepsByWhatTheCandidateHasLeft) {
  const auto sliding_after = [](double sliding, double rub, double push = 0.2) {
    return velocity_after({.on_spring = true, .normal_impulse = push, .friction_impulse = rub}, {sliding, 0, 0}).x();
  };
  EXPECT_NEAR(sliding_after(5e-4, 0.0), 0.0, 1e-12);
  EXPECT_NEAR(sliding_after(2e-3, 0.0), 2e-3, 1e-12);
  EXPECT_NEAR(sliding_after(5e-4, 0.0998), 0.0, 1e-12);     // 2e-4 N s are left: 6e-4 m/s
  EXPECT_NEAR(sliding_after(5e-4, 0.0999), 5e-4, 1e-12);    // 1e-4 N s: 3e-4 m/s
  EXPECT_NEAR(sliding_after(5e-4, 0.1), 5e-4, 1e-12);       // all used up
  EXPECT_NEAR(sliding_after(5e-4, 0.3), 5e-4, 1e-12);       // and more than that
  EXPECT_NEAR(sliding_after(5e-4, 0.0, 0.0), 5e-4, 1e-12);  // nothing presses
}

// An edge on an edge: the points that rub are those of contact, not the vertices.
TEST(Repulsion, RubsAnEdgeOnAnEdge) {
  CollisionCase pair;
  Mesh below, above;
  below.positions = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}};
  above.positions = {{0.5, 0.5 * kThickness, -1}, {0.5, 0.5 * kThickness, 1}, {0.5, 1, 0}};
  below.triangles = above.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  for (const Mesh& mesh : {below, above}) pair.add(mesh, 1.0, {.thickness = kThickness, .friction = 0.25});
  std::vector<Vec3> velocity(6, Vec3::Zero());
  velocity[3] = velocity[4] = Vec3(1, -1, 0);
  pair.move(velocity);
  CollisionStep& step = pair.begin();
  ASSERT_EQ(step.proximities().size(), 1U);
  repel(step, {.stiffness = 0.0});
  // Edge 0-1 is met at 3/4, the other in the middle: a = 1/16 + 9/16 + 1/4 + 1/4 = 1.125. λ = 1/a stops 1 m/s of
  // approach, and a quarter of it 0.25 m/s of 1 m/s of sliding.
  const double push = 1.0 / 1.125, rub = 0.25 * push;
  EXPECT_LE((step.velocity()[0] - 0.25 * Vec3(rub, -push, 0)).norm(), 1e-12);
  EXPECT_LE((step.velocity()[1] - 0.75 * Vec3(rub, -push, 0)).norm(), 1e-12);
  for (const std::size_t v : {3, 4})
    EXPECT_LE((step.velocity()[v] - Vec3(1, -1, 0) - 0.5 * Vec3(-rub, push, 0)).norm(), 1e-12);
  EXPECT_EQ(step.velocity()[2], Vec3::Zero());
}

TEST(Repulsion, LeavesPrescribedPairsAlone) {
  CollisionCase pair = vertex_on_triangle(0.0, 3.0);
  pair.inverse_mass[3] = 0.0;  // a pin
  move_tip(pair, {0, -0.01, 0});
  CollisionStep& step = pair.begin();
  EXPECT_FALSE(step.proximities().empty());
  const std::vector<Vec3> before(step.velocity().begin(), step.velocity().end());
  repel(step, {});
  EXPECT_TRUE(std::equal(before.begin(), before.end(), step.velocity().begin()));
}

// A vertex above the side that two triangles share: both report the same pair of points.
TEST(Repulsion, DoesNotPushTwiceForASharedSide) {
  CollisionCase pair;
  Mesh square;
  square.positions = {{-1, 0, 0}, {0, 0, -1}, {1, 0, 0}, {0, 0, 1}};
  square.triangles = {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(0), VertexId(2), VertexId(3)}};
  pair.add(square, 0.0);
  Mesh cone = tip(0.5 * kThickness);
  for (Vec3& p : cone.positions) p -= Vec3(0.25, 0, 0.25);
  pair.add(cone, 3.0);
  CollisionStep& step = pair.begin();
  EXPECT_GE(step.proximities().size(), 2U);
  repel(step, {.stiffness = 1e9, .rate = 0.1});
  EXPECT_NEAR(step.velocity()[4].y(), 0.1 * 0.5 * kThickness / 0.01, 1e-12);
}

}  // namespace
}  // namespace muslin::repulsion_test
