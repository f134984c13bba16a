#include <gtest/gtest.h>

#include <limits>
#include <muslin/response/step/collision_step.hpp>
#include <tests/support/piles.hpp>
#include <type_traits>

namespace muslin::collision_view_test {
namespace {

// The compiler keeps the roles apart: what follows can be done with a CollisionStep, and not with a CollisionView.
template <class T>
concept CanBegin = requires(T step, CollisionStep::Setup setup) {
  step.begin(setup);
};
template <class T>
concept CanSetCandidate = requires(T step, std::span<const Vec3> end) {
  step.set_candidate(end);
};
template <class T>
concept CanBeginResponse = requires(T step) {
  step.begin_response();
};
template <class T>
concept CanReset = requires(T step) {
  step.reset();
};
template <class T>
concept CanStop = requires(T step) {
  step.stop(VertexId(0));
};
template <class T>
concept CanYield = requires(T step) {
  step.yield(VertexId(0), 1.0);
};
template <class T>
concept CanCertify = requires(T step) {
  step.certify();
};
template <class T>
concept CanCount = requires(T step) {
  step.counts();
};

template <class T>
constexpr bool kIsForCallersOnly = CanBegin<T&> || CanSetCandidate<T&> || CanBeginResponse<T&> || CanReset<T&> ||
                                   CanStop<T&> || CanYield<T&> || CanCertify<T&> || CanCount<T&>;
static_assert(!kIsForCallersOnly<CollisionView>);
static_assert(CanBegin<CollisionStep&> && CanSetCandidate<CollisionStep&> && CanBeginResponse<CollisionStep&> &&
              CanReset<CollisionStep&> && CanStop<CollisionStep&> && CanYield<CollisionStep&> &&
              CanCertify<CollisionStep&> && CanCount<CollisionStep&>);

// A response can neither make a view, nor copy or destroy the one that it gets.
static_assert(!std::is_constructible_v<CollisionView, CollisionMesh>);
static_assert(!std::is_copy_constructible_v<CollisionView> && !std::is_copy_assignable_v<CollisionView>);
static_assert(!std::is_destructible_v<CollisionView>);

// It changes velocities, and reads everything else.
static_assert(std::is_same_v<decltype(std::declval<CollisionView&>().velocity()), std::span<Vec3>>);
static_assert(std::is_same_v<decltype(std::declval<const CollisionView&>().velocity()), std::span<const Vec3>>);
static_assert(std::is_same_v<decltype(std::declval<CollisionView&>().inverse_mass()), std::span<const double>>);
static_assert(std::is_same_v<decltype(std::declval<CollisionView&>().start()), std::span<const Vec3>>);
static_assert(std::is_same_v<decltype(std::declval<CollisionView&>().candidate_end()), std::span<const Vec3>>);
static_assert(std::is_same_v<decltype(std::declval<CollisionView&>().contacts()), std::span<const Contact>>);

/// A triangle that falls at 1 m/s, 1 mm above one that is prescribed and at rest; Δt = 0.01 s.
test::CollisionCase falling_triangle() {
  test::CollisionCase pair;
  pair.add(test::triangle({0, 0, 0}, {1, 0, 0}, {0, 0, 1}), 0.0, {.thickness = 2e-3, .friction = 0.25});
  pair.add(test::triangle({0.1, 1e-3, 0.1}, {0.3, 1e-3, 0.1}, {0.1, 1e-3, 0.3}), 2.0,
           {.thickness = 4e-3, .friction = 0.25});
  std::vector<Vec3> velocity(6, Vec3(0, -1, 0));
  velocity[0] = velocity[1] = velocity[2] = Vec3::Zero();
  pair.move(velocity);
  return pair;
}

TEST(CollisionView, EndsFollowFromVelocities) {
  test::CollisionCase pair = falling_triangle();
  CollisionStep& step = pair.begin();
  step.begin_response();
  CollisionView& view = step;
  EXPECT_EQ(view.ends()[3], pair.end[3]);
  view.velocity()[3] = Vec3(0, 0.5, 0);
  view.velocity()[0] = Vec3(0, 7, 0);  // prescribed: without effect
  EXPECT_NEAR(view.ends()[3].y(), 1e-3 + 0.01 * 0.5, 1e-15);
  EXPECT_EQ(view.ends()[0], pair.end[0]);
  EXPECT_EQ(view.velocity_before()[3].y(), (pair.end[3].y() - 1e-3) / 0.01);
}

TEST(CollisionView, VelocitiesThatAreNotFiniteCountAsThoseBefore) {
  test::CollisionCase pair = falling_triangle();
  CollisionStep& step = pair.begin();
  step.begin_response();
  CollisionView& view = step;
  EXPECT_TRUE(view.has_finite_ends());
  view.velocity()[3].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(view.has_finite_ends());
  EXPECT_NEAR((view.ends()[3] - pair.end[3]).norm(), 0.0, 1e-15);
}

TEST(CollisionView, DetectsAgainWithTheVelocitiesOfNow) {
  test::CollisionCase pair = falling_triangle();
  CollisionStep& step = pair.begin();
  step.begin_response();
  CollisionView& view = step;
  EXPECT_FALSE(view.contacts().empty());
  EXPECT_TRUE(view.has_movable_contacts());
  for (std::size_t v = 3; v < 6; ++v) view.velocity()[v].setZero();
  EXPECT_TRUE(view.detect_again().empty());
  EXPECT_TRUE(view.contacts().empty());
  EXPECT_FALSE(view.has_movable_contacts());
}

TEST(CollisionView, KnowsTheSurfacesOfAContact) {
  test::CollisionCase pair = falling_triangle();
  CollisionStep& step = pair.begin();
  step.begin_response();
  const CollisionView& view = step;
  ASSERT_FALSE(view.contacts().empty());
  const Contact& contact = view.contacts().front();
  EXPECT_NEAR(view.thickness(contact), 3e-3, 1e-15);
  EXPECT_NEAR(view.surface_thickness(contact), 3e-3, 1e-15);
  EXPECT_EQ(view.largest_thickness(), 4e-3);
  EXPECT_NEAR(view.friction(contact), 0.25, 1e-15);
  EXPECT_GT(view.target_gap(contact), 0.0);
}

TEST(CollisionView, HasAnImplicitContextOnlyWhereTheStepHasOne) {
  test::CollisionCase pair = falling_triangle();
  CollisionStep& step = pair.begin();
  const CollisionView& view = step;
  EXPECT_EQ(view.implicit(), nullptr);
  const std::vector<Guide> guides = {{.vertex = VertexId(3), .direction = Vec3::UnitX(), .speed = 0.5}};
  const ImplicitContext context{.guides = guides};
  step.set_candidate(pair.end, &context);
  ASSERT_EQ(view.implicit(), &context);
  EXPECT_EQ(view.implicit()->matrix, nullptr);
  EXPECT_EQ(view.implicit()->guides.front().speed, 0.5);
  step.set_candidate(pair.end);
  EXPECT_EQ(view.implicit(), nullptr);
}

}  // namespace
}  // namespace muslin::collision_view_test
