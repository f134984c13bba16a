#include <gtest/gtest.h>

#include <muslin/response/impulses/gauss_seidel.hpp>
#include <muslin/response/impulses/impulse_sweeps.hpp>
#include <tests/support/piles.hpp>

namespace muslin::gauss_seidel_test {
namespace {

using Status = ResponseReport::Status;
using test::CollisionCase;
using test::triangle;

/// Vertex 3 at 1 mm above triangle 0-1-2 with α = (1/2, 1/4, 1/4), Δt = 0.01 s, falling with (sliding, -1, 0) m/s.
CollisionCase vertex_on_triangle(double w_triangle, double w_tip, double sliding = 0.0, double friction = 0.0) {
  CollisionCase pair;
  pair.add(triangle({0, 0, 0}, {1, 0, 0}, {0, 0, 1}), w_triangle, {.friction = friction});
  pair.add(triangle({0.25, 1e-3, 0.25}, {0.3, 1, 0.25}, {0.25, 1, 0.3}), w_tip, {.friction = friction});
  std::vector<Vec3> velocity(6, Vec3::Zero());
  velocity[3] = Vec3(sliding, -1, 0);
  pair.move(velocity);
  return pair;
}

ResponseReport resolve(CollisionStep& step, const GaussSeidelOptions& options = {}) {
  step.begin_response();
  return make_gauss_seidel(options)->resolve(step);
}

TEST(GaussSeidel, StopsAVertexOnATriangle) {
  CollisionCase pair = vertex_on_triangle(2.0, 3.0);
  CollisionStep& step = pair.begin();
  EXPECT_EQ(resolve(step, {.approach = 0.0}).status, Status::resolved);
  // a = 3.75, λ = 1/3.75
  EXPECT_NEAR(step.velocity()[3].y(), -1.0 + 3.0 / 3.75, 1e-12);
  EXPECT_NEAR(step.velocity()[0].y(), -1.0 / 3.75, 1e-12);
  EXPECT_NEAR(step.velocity()[1].y(), -0.5 / 3.75, 1e-12);
  EXPECT_NEAR(step.velocity()[2].y(), -0.5 / 3.75, 1e-12);
  EXPECT_TRUE(step.certify().empty());
}

TEST(GaussSeidel, LetsThemComeNearerByTheShareAskedFor) {
  CollisionCase pair = vertex_on_triangle(0.0, 3.0);
  CollisionStep& step = pair.begin();
  EXPECT_EQ(resolve(step, {.approach = 0.5}).status, Status::resolved);
  EXPECT_NEAR(step.ends()[3].y(), 0.5e-3, 1e-6);
  EXPECT_TRUE(step.certify().empty());
}

TEST(GaussSeidel, StopsAnEdgeOnAnEdge) {
  CollisionCase pair;
  pair.add(triangle({-1, 0, 0}, {1, 0, 0}, {0, -1, 0}), 1.0);
  pair.add(triangle({0.5, 1e-3, -1}, {0.5, 1e-3, 1}, {0.5, 1, 0}), 2.0);
  std::vector<Vec3> velocity(6, Vec3::Zero());
  velocity[3] = velocity[4] = Vec3(0, -1, 0);
  pair.move(velocity);
  CollisionStep& step = pair.begin();
  EXPECT_EQ(resolve(step, {.approach = 0.0}).status, Status::resolved);
  // Edge 0-1 is met at 3/4, the other in the middle: a = 1/16 + 9/16 + 2/4 + 2/4 = 1.625
  const double push = 1.0 / 1.625;
  EXPECT_NEAR(step.velocity()[0].y(), -0.25 * push, 1e-12);
  EXPECT_NEAR(step.velocity()[1].y(), -0.75 * push, 1e-12);
  EXPECT_NEAR(step.velocity()[3].y(), -1.0 + push, 1e-12);
  EXPECT_NEAR(step.velocity()[4].y(), -1.0 + push, 1e-12);
  EXPECT_EQ(step.velocity()[2], Vec3::Zero());
}

TEST(GaussSeidel, SticksBelowCoulombsBoundAndSlipsAboveIt) {
  for (const double sliding : {0.1, 2.0}) {
    CollisionCase pair = vertex_on_triangle(0.0, 3.0, sliding, 0.5);
    CollisionStep& step = pair.begin();
    EXPECT_EQ(resolve(step, {.approach = 0.0}).status, Status::resolved);
    EXPECT_NEAR(step.velocity()[3].x(), sliding < 0.5 ? 0.0 : sliding - 0.5, 1e-9);
    EXPECT_NEAR(step.velocity()[3].y(), 0.0, 1e-9);  // the normal is known from a gap of a micrometre
  }
}

// A vertex falls into the corner of a floor and a wall. The floor moves towards the wall, and by friction drags the
// vertex there again that the wall has just stopped: one pass must see to both.
TEST(GaussSeidel, FrictionOfOneContactDoesNotUndoAnother) {
  CollisionCase corner;
  corner.add(triangle({0, 0, 0}, {1, 0, 0}, {0, 0, 1}), 0.0, {.friction = 0.5});
  corner.add(triangle({0.251, -1, -1}, {0.251, 3, 0.25}, {0.251, -1, 2}), 0.0);
  corner.add(triangle({0.25, 1e-3, 0.25}, {0.2, 1, 0.25}, {0.25, 1, 0.3}), 3.0, {.friction = 0.5});
  std::vector<Vec3> velocity(9, Vec3::Zero());
  for (std::size_t v = 0; v < 3; ++v) velocity[v] = Vec3(1, 0, 0);
  velocity[6] = Vec3(0.2, -1, 0);
  corner.move(velocity);
  CollisionStep& step = corner.begin();
  EXPECT_EQ(resolve(step, {.passes = 1, .approach = 0.0}).status, Status::resolved);
  EXPECT_NEAR(step.velocity()[6].x(), 0.0, 1e-9);
  EXPECT_NEAR(step.velocity()[6].y(), 0.0, 1e-9);
  EXPECT_TRUE(step.certify().empty());
}

TEST(GaussSeidel, CannotHelpWhereEverythingIsPrescribed) {
  CollisionCase pair = vertex_on_triangle(0.0, 3.0);
  pair.inverse_mass[3] = 0.0;
  CollisionStep& step = pair.begin();
  const ResponseReport report = resolve(step);
  EXPECT_EQ(report.status, Status::pinched);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_NEAR(report.residual, 1.0, 1e-12);
}

TEST(GaussSeidel, LeavesAloneWhatDoesNotCollide) {
  CollisionCase pair = vertex_on_triangle(2.0, 3.0);
  pair.end[3] = pair.mesh.positions[3] - Vec3(0, 5e-4, 0);
  CollisionStep& step = pair.begin();
  const ResponseReport report = resolve(step);
  EXPECT_EQ(report.status, Status::resolved);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(step.ends()[3], pair.end[3]);
}

// The first contact needs its push only until the second has been pushed: a stack that falls on a floor. Without
// taking back, the lower sheet would bounce.
TEST(GaussSeidel, NeverPullsAndSettlesAStack) {
  CollisionCase stack =
      test::random_pile({.sheets = 6, .vertices = 5, .max_random_motion = 0.0, .squeeze = 0.0, .floor = true});
  std::vector<Vec3> velocity(stack.end.size(), Vec3::Zero());
  for (std::size_t v = 0; v < velocity.size(); ++v)
    if (stack.inverse_mass[v] > 0.0) velocity[v] = Vec3(0, -10, 0);
  stack.move(velocity);
  CollisionStep& step = stack.begin();
  EXPECT_EQ(resolve(step).status, Status::resolved);
  for (const Vec3& v : step.velocity()) EXPECT_LE(v.norm(), 10.0 * (1 + 1e-12));
  EXPECT_TRUE(step.certify().empty());
}

// [Bridson02 §7.3] keeps nothing from one detection to the next, just as sweeps do that begin anew each time.
TEST(GaussSeidel, WithoutMemoryForgetsEarlierDetections) {
  const auto velocities = [](bool memory, bool by_hand) {
    CollisionCase pile = test::random_pile({.sheets = 3, .vertices = 5, .friction = 0.3});
    CollisionStep& step = pile.begin();
    step.begin_response();
    GaussSeidelOptions options{.passes = 4, .sweeps = 1, .approach = 0.0, .memory = memory};
    if (by_hand) {
      options.memory = true;
      for (int pass = 0; pass < options.passes && step.has_movable_contacts(); ++pass) {
        ImpulseSweeps sweeps;
        sweeps.begin(step);
        sweeps.pass(step, options);
        step.detect_again();
      }
    } else {
      static_cast<void>(make_gauss_seidel(options)->resolve(step));
    }
    return std::vector<Vec3>(step.velocity().begin(), step.velocity().end());
  };
  EXPECT_EQ(velocities(false, false), velocities(false, true));
  EXPECT_NE(velocities(false, false), velocities(true, false));
}

}  // namespace
}  // namespace muslin::gauss_seidel_test
