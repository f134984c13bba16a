#include <gtest/gtest.h>

#include <cmath>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/proximity/contact_springs.hpp>
#include <tests/support/piles.hpp>

namespace muslin::contact_springs_test {
namespace {

using test::CollisionCase;
using test::triangle;

constexpr double kThickness = 1e-3, kStep = 0.01, kInverseMass = 3.0;

/// Vertex 3 at `height` above a triangle 0-1-2, which does not move by itself unless told; Δt = 0.01 s.
CollisionCase vertex_on_triangle(double height, double friction, double w_triangle = 0.0) {
  CollisionCase pair;
  pair.add(triangle({0, 0, 0}, {1, 0, 0}, {0, 0, 1}), w_triangle, {.thickness = kThickness, .friction = friction});
  pair.add(triangle({0.25, height, 0.25}, {0.3, 1, 0.25}, {0.25, 1, 0.3}), kInverseMass,
           {.thickness = kThickness, .friction = friction});
  pair.move(std::vector<Vec3>(6, Vec3::Zero()));
  return pair;
}

/// Makes the spring of that one pair, whose vertex moves with this velocity.
ContactSpring spring_of(CollisionCase& pair, const Vec3& velocity, const ContactSprings::Options& options) {
  std::vector<Vec3> velocities(6, Vec3::Zero());
  velocities[3] = velocity;
  ContactSprings springs(options);
  springs.begin(pair.begin(), velocities);
  EXPECT_EQ(springs.springs().size(), 1U);
  return springs.springs().empty() ? ContactSpring{} : springs.springs().front();
}

constexpr ContactSprings::Options kOptions{.repulsion = {.rate = 0.1, .implicit_stiffness = 500.0}};

TEST(ContactSprings, AskForAShareOfTheOverlapAndAreStifferWhereThereIsLessRoom) {
  CollisionCase quarter = vertex_on_triangle(0.25 * kThickness, 0.0),
                hundredth = vertex_on_triangle(0.01 * kThickness, 0.0);
  const ContactSpring far = spring_of(quarter, Vec3::Zero(), kOptions),
                      near = spring_of(hundredth, Vec3::Zero(), kOptions);
  // Room r = 1/4 and 1/100 of the thickness, a = 3: k = 500 / (r^1.5 · 3 · 1e-4) N/m, with r at least 0.03.
  EXPECT_NEAR(far.stiffness, 8.0 * 500.0 / 3e-4, 1e-3);
  EXPECT_NEAR(near.stiffness, 500.0 / (std::pow(tolerance::kMinContactSpringGapShare, 1.5) * 3e-4), 1.0);
  EXPECT_NEAR(far.rest_gap, (0.25 + 0.075) * kThickness, 1e-12);
  EXPECT_NEAR(near.rest_gap, (0.01 + 0.099) * kThickness, 1e-12);
  EXPECT_EQ(far.damping, 0.0);
}

// The push that the velocity at the start would lead to is k (rest gap - end gap); half of it is Coulomb's bound.
TEST(ContactSprings, RubAsTheVelocityAtTheStartSays) {
  CollisionCase pair = vertex_on_triangle(0.5 * kThickness, 0.5);
  const double stiffness = 500.0 / (std::pow(0.5, 1.5) * kInverseMass * kStep * kStep);
  const double stick = tolerance::kPrescribedStickingDampingMasses / (kInverseMass * kStep);
  const double push = stiffness * (0.05 + 0.2) * kThickness;
  // Fast: slides, with that force at that speed. Slowly: sticks. Not down but up: no push, no friction.
  EXPECT_NEAR(spring_of(pair, {5.0, -0.02, 0.0}, kOptions).damping, 0.5 * push / 5.0, 1e-6);
  EXPECT_NEAR(spring_of(pair, {1e-6, -0.02, 0.0}, kOptions).damping, stick, 1e-9);
  EXPECT_EQ(spring_of(pair, {5.0, 0.02, 0.0}, kOptions).damping, 0.0);
}

TEST(ContactSprings, LeaveFrictionToAResponseThatKeepsIt) {
  CollisionCase pair = vertex_on_triangle(0.5 * kThickness, 0.5);
  ContactSprings::Options options = kOptions;
  options.has_friction = false;
  const ContactSpring spring = spring_of(pair, {5.0, -0.02, 0.0}, options);
  EXPECT_EQ(spring.damping, 0.0);
  EXPECT_EQ(spring.stiffness, spring_of(pair, {5.0, -0.02, 0.0}, kOptions).stiffness);
}

// Between two that move: a = 3 + 4 (1/4 + 1/16 + 1/16).
TEST(ContactSprings, StickLessFirmlyWhereBothMove) {
  CollisionCase pair = vertex_on_triangle(0.5 * kThickness, 0.5, 4.0);
  EXPECT_NEAR(spring_of(pair, {1e-6, -0.02, 0.0}, kOptions).damping, tolerance::kStickingDampingMasses / (4.5 * kStep),
              1e-9);
}

TEST(ContactSprings, RubAsTheFirstTimeHasShown) {
  CollisionCase pair = vertex_on_triangle(0.5 * kThickness, 0.5);
  CollisionStep& step = pair.begin();
  std::vector<Vec3> velocity(6, Vec3::Zero());
  velocity[3] = Vec3(5.0, -0.02, 0.0);
  ContactSprings springs(kOptions);
  springs.begin(step, velocity);
  std::vector<Vec3> end = pair.mesh.positions;
  end[3] += Vec3(0.02, -0.1 * kThickness, 0.0);  // slides at 2 m/s, and ends at 0.4 of the thickness
  springs.refine(step, end);
  ASSERT_EQ(springs.springs().size(), 1U);
  const ContactSpring spring = springs.springs().front();
  EXPECT_NEAR(spring.damping, 0.5 * spring.stiffness * 0.15 * kThickness / 2.0, 1e-6);
  ASSERT_EQ(springs.impulses(step, velocity).size(), 1U);
  EXPECT_TRUE(springs.impulses(step, velocity)[0].on_spring);

  // A spring that pulls is removed.
  end[3].y() = 0.6 * kThickness;
  springs.refine(step, end);
  EXPECT_TRUE(springs.springs().empty());
  EXPECT_TRUE(springs.impulses(step, velocity).empty());
}

// A pair that stuck in the coarse pass, and slides in the fine one at 2 m/s, has many times Coulomb's friction.
TEST(ContactSprings, AreCorrectedWherePairsThatStuckSlide) {
  CollisionCase pair = vertex_on_triangle(0.5 * kThickness, 0.5);
  CollisionStep& step = pair.begin();
  ContactSprings springs(kOptions);
  springs.begin(step, std::vector<Vec3>(6, Vec3::Zero()));
  std::vector<Vec3> end = pair.mesh.positions;
  end[3] += Vec3(1e-9, -0.1 * kThickness, 0.0);
  springs.refine(step, end);
  ASSERT_EQ(springs.springs().size(), 1U);
  const double stuck = springs.springs().front().damping;
  EXPECT_FALSE(springs.correct_friction(step, end)) << "a pair that sticks obeys Coulomb's law";
  EXPECT_EQ(springs.springs().front().damping, stuck);

  end[3].x() += 0.02;
  EXPECT_TRUE(springs.correct_friction(step, end));
  const ContactSpring spring = springs.springs().front();
  EXPECT_NEAR(spring.damping, 0.5 * spring.stiffness * 0.15 * kThickness / 2.0, 1e-3);
  EXPECT_LT(spring.damping, 0.01 * stuck);
  EXPECT_FALSE(springs.correct_friction(step, end)) << "corrected once, it obeys Coulomb's law";
}

}  // namespace
}  // namespace muslin::contact_springs_test
