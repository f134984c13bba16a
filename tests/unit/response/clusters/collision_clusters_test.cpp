#include <muslin/response/clusters/collision_clusters.hpp>

#include <gtest/gtest.h>

#include <muslin/geometry/shapes.hpp>
#include <tests/support/piles.hpp>

namespace muslin::collision_clusters_test {
namespace {

using Status = ResponseReport::Status;
using test::CollisionCase;
using test::triangle;

constexpr double kSpeed = 0.12;  // [m/s]: 1.2 mm in a step, across gaps of 1 mm

/// A square of two triangles, 1 m wide, of 4 kg.
Mesh patch(const Vec3& corner) {
  Mesh mesh;
  for (const Vec3& at : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(1, 0, 1)})
    mesh.positions.push_back(corner + at);
  mesh.triangles = {{VertexId(0), VertexId(2), VertexId(1)}, {VertexId(1), VertexId(2), VertexId(3)}};
  return mesh;
}

/// Patches in a chain: each overlaps only those before and after it, 1 mm above or below.
struct Chain {
  CollisionCase bodies;
  std::vector<Vec3> velocity;

  void add(double speed) {
    const auto k = static_cast<double>(bodies.bodies.size());
    bodies.add(patch(Vec3(0.6 * k, 1e-3 * k, 0.07 * k)), 1.0);
    velocity.insert(velocity.end(), 4, Vec3(0, speed, 0));
  }
  CollisionStep& begin() {
    bodies.move(velocity);
    CollisionStep& step = bodies.begin();
    step.begin_response();
    return step;
  }
};

/// What becomes of patches with these speeds upwards, the lowest first.
void expect_after(std::span<const double> before, std::span<const double> after, double e) {
  Chain chain;
  for (const double speed : before) chain.add(speed);
  CollisionStep& step = chain.begin();
  const ResponseReport report = make_collision_clusters({.restitution = e})->resolve(step);
  EXPECT_EQ(report.status, Status::resolved);
  EXPECT_EQ(report.counters.get<ClusterCounts>().cyclic, 0);
  EXPECT_EQ(report.counters.get<ClusterCounts>().restrained, 0);
  for (std::size_t v = 0; v < step.velocity().size(); ++v)
    EXPECT_LE((step.velocity()[v] - Vec3(0, after[v / 4], 0)).norm(), 1e-14) << v;
  EXPECT_TRUE(step.certify().empty());
}

TEST(CollisionClusters, TwoPatchesBounceOrGoOnTogether) {
  const double v = kSpeed;
  expect_after(std::array{v, 0.0}, std::array{0.0, v}, 1.0);
  expect_after(std::array{v, 0.0}, std::array{v / 2, v / 2}, 0.0);
  expect_after(std::array{v, 0.0}, std::array{v / 4, 3 * v / 4}, 0.5);
}

// One pair after the other is found to collide: as Newton's cradle really does.
TEST(CollisionClusters, ACradleHandsItsSpeedOn) {
  const double v = kSpeed;
  expect_after(std::array{v, 0.0, 0.0}, std::array{0.0, 0.0, v}, 1.0);
  expect_after(std::array{v, 0.0, 0.0, 0.0}, std::array{0.0, 0.0, 0.0, v}, 1.0);
}

// All pairs are found at once, and solved at once.
TEST(CollisionClusters, ThreeAndFourPatchesCollideAtOnce) {
  const double v = kSpeed;
  expect_after(std::array{v, 0.0, -v}, std::array{-v, 0.0, v}, 1.0);
  expect_after(std::array{v, 0.0, -v}, std::array{0.0, 0.0, 0.0}, 0.0);
  // u⁻ = -2 (1, 1, 1) v: a, a + 2v, a + 4v, a + 6v, whose mean is 0.
  expect_after(std::array{3 * v, v, -v, -3 * v}, std::array{-3 * v, -v, v, 3 * v}, 1.0);
  expect_after(std::array{3 * v, v, -v, -3 * v}, std::array{0.0, 0.0, 0.0, 0.0}, 0.0);
}

TEST(CollisionClusters, KeepWhatTheirVerticesDoAboutTheMean) {
  Chain chain;
  chain.add(0.0);
  chain.add(-kSpeed);
  for (std::size_t v = 0; v < 8; ++v) chain.velocity[v].x() = 0.01 * static_cast<double>(v);  // stretched and sheared
  CollisionStep& step = chain.begin();
  EXPECT_EQ(make_collision_clusters({.restitution = 1.0})->resolve(step).status, Status::resolved);
  for (std::size_t v = 0; v < 8; ++v) {
    EXPECT_NEAR(step.velocity()[v].x(), 0.01 * static_cast<double>(v), 1e-13);  // the normal is one but for rounding
    EXPECT_NEAR(step.velocity()[v].y(), v < 4 ? -kSpeed : 0.0, 1e-14);
  }
}

// Three sheets that meet at one place, each with each: a loop.
TEST(CollisionClusters, ALoopIsALinearProgramme) {
  CollisionCase bodies;
  std::vector<Vec3> velocity;
  for (const double k : {0.0, 1.0, 2.0}) {
    bodies.add(patch(Vec3(0.1 * k, 1e-3 * k, 0.07 * k)), 1.0);
    velocity.insert(velocity.end(), 4, Vec3(0, kSpeed * (1.0 - k), 0));  // the outer ones would pass each other
  }
  bodies.move(velocity);
  CollisionStep& step = bodies.begin();
  step.begin_response();
  const ResponseReport report = make_collision_clusters({.restitution = 0.5})->resolve(step);
  EXPECT_EQ(report.status, Status::resolved);
  EXPECT_EQ(report.counters.get<ClusterCounts>().cyclic, 1);
  EXPECT_EQ(report.counters.get<ClusterCounts>().infeasible, 0);
  // u⁻ = (-1, -1, -2) v, so u⁺ = (½, ½, 1) v.
  for (std::size_t v = 0; v < 12; ++v)
    EXPECT_NEAR(step.velocity()[v].y(), 0.5 * kSpeed * (double(v / 4) - 1.0), 1e-9) << v;
  EXPECT_EQ(report.groups.zones.size(), 1U);
  EXPECT_EQ(report.groups.clusters.size(), 3U);
}

// Two flaps of different mass that close on their common edge.
TEST(CollisionClusters, AFoldIsCutAndKeepsItsMomentum) {
  CollisionCase bodies;
  Mesh fold;
  fold.positions = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}, {0.9, 2e-3, 0.1}, {0.9, 2e-3, 0.8}};
  fold.triangles = {{VertexId(0), VertexId(1), VertexId(2)},
                    {VertexId(2), VertexId(1), VertexId(3)},
                    {VertexId(1), VertexId(0), VertexId(4)},
                    {VertexId(1), VertexId(4), VertexId(5)}};
  bodies.add(fold, 1.0);
  bodies.inverse_mass[4] = bodies.inverse_mass[5] = 0.2;
  std::vector<Vec3> velocity(6, Vec3::Zero());
  velocity[2] = velocity[3] = Vec3(0, 0.3, 0);
  velocity[4] = velocity[5] = Vec3(0, -0.1, 0);
  bodies.move(velocity);
  CollisionStep& step = bodies.begin();
  step.begin_response();
  ASSERT_FALSE(step.contacts().empty());
  const auto momentum = [&] {
    Vec3 sum = Vec3::Zero();
    for (std::size_t v = 0; v < 6; ++v) sum += step.velocity()[v] / bodies.inverse_mass[v];
    return sum;
  };
  const auto energy = [&] {
    double sum = 0.0;
    for (std::size_t v = 0; v < 6; ++v) sum += 0.5 * step.velocity()[v].squaredNorm() / bodies.inverse_mass[v];
    return sum;
  };
  const Vec3 momentum_before = momentum();
  const double energy_before = energy();
  const ResponseReport report = make_collision_clusters({.restitution = 1.0})->resolve(step);
  EXPECT_EQ(report.status, Status::resolved);
  EXPECT_GE(report.counters.get<ClusterCounts>().clusters, 2);
  EXPECT_LE((momentum() - momentum_before).norm(), 1e-15);
  EXPECT_LE(energy(), energy_before * (1 + 1e-12));
  EXPECT_LT(step.velocity()[2].y(), step.velocity()[4].y());  // they part
}

Mesh floor_at(double height) { return triangle({-9, height, -9}, {0, height, 9}, {9, height, -9}); }

/// A patch that falls on a floor; the floor moves with this velocity.
CollisionStep& fall_on_floor(CollisionCase& bodies, const Vec3& floor, const Vec3& falling, double friction = 0.0) {
  bodies.add(floor_at(0.0), 0.0, {.thickness = 1e-3, .friction = friction});
  bodies.add(patch(Vec3(0, 1e-3, 0)), 0.5, {.thickness = 1e-3, .friction = friction});
  std::vector<Vec3> velocity(3, floor);
  velocity.insert(velocity.end(), 4, falling);
  bodies.move(velocity);
  CollisionStep& step = bodies.begin();
  step.begin_response();
  return step;
}

TEST(CollisionClusters, BounceOffAFixedObstacleVertexByVertex) {
  CollisionCase bodies;
  CollisionStep& step = fall_on_floor(bodies, Vec3::Zero(), {1, -3, 0});
  const auto response =
      make_collision_clusters({.restitution = 0.5, .friction = ObstacleFriction::factor, .sliding = 0.25});
  EXPECT_EQ(response->resolve(step).status, Status::resolved);
  for (std::size_t v = 3; v < 7; ++v) EXPECT_LE((step.velocity()[v] - Vec3(0.25, 1.5, 0)).norm(), 1e-8);
}

TEST(CollisionClusters, RubOnAFixedObstacleByCoulombsLaw) {
  for (const auto& [friction, slides] : {std::pair(0.0, 1.0), std::pair(0.1, 0.55), std::pair(0.5, 0.0)}) {
    CollisionCase bodies;
    CollisionStep& step = fall_on_floor(bodies, Vec3::Zero(), {1, -3, 0}, friction);
    EXPECT_EQ(make_collision_clusters({.restitution = 0.5})->resolve(step).status, Status::resolved);
    for (std::size_t v = 3; v < 7; ++v) EXPECT_LE((step.velocity()[v] - Vec3(slides, 1.5, 0)).norm(), 1e-8) << friction;
  }
}

TEST(CollisionClusters, AreCarriedByAMovingObstacle) {
  CollisionCase bodies;
  CollisionStep& step = fall_on_floor(bodies, {0.2, 0.5, 0}, {1, -3, 0});
  EXPECT_EQ(make_collision_clusters({.restitution = 0.5})->resolve(step).status, Status::resolved);
  for (std::size_t v = 3; v < 7; ++v) EXPECT_LE((step.velocity()[v] - Vec3(0.2, 0.5, 0)).norm(), 1e-6);
}

// Between a fixed plate below and one that comes down from above: the nearer one counts.
TEST(CollisionClusters, MindTheNearerOfAFixedAndAMovingObstacle) {
  for (const bool near_the_moving : {false, true}) {
    CollisionCase bodies;
    bodies.add(floor_at(0.0), 0.0);
    bodies.add(floor_at(0.1), 0.0);
    bodies.add(patch(Vec3(0, near_the_moving ? 0.09 : 0.01, 0)), 1.0);
    std::vector<Vec3> velocity(6, Vec3::Zero());
    for (std::size_t v = 3; v < 6; ++v) velocity[v] = Vec3(0, -5, 0);
    // Through the floor, or up against what comes down.
    velocity.insert(velocity.end(), 4, Vec3(0, near_the_moving ? 2 : -10, 0));
    bodies.move(velocity);
    CollisionStep& step = bodies.begin();
    step.begin_response();
    static_cast<void>(make_collision_clusters({.passes = 1})->resolve(step));
    EXPECT_NEAR(step.velocity()[6].y(), near_the_moving ? -5.0 : 0.0, 1e-9);
  }
}

// A contact of a cluster with itself where nothing can be cut: it is left, and said so.
TEST(CollisionClusters, GiveUpOnWhatNoMeanCanResolve) {
  CollisionCase bodies;
  Mesh bent;  // an open corner of 60°, whose tip is driven through the other square
  bent.positions = {{1, 0, 0}, {1, 0, 1}, {0, 0, 0}, {0, 0, 1}, {-0.5, 0.87, 0.5}};
  bent.triangles = {{VertexId(0), VertexId(2), VertexId(1)},
                    {VertexId(1), VertexId(2), VertexId(3)},
                    {VertexId(3), VertexId(2), VertexId(4)}};
  bodies.add(bent, 1.0);
  std::vector<Vec3> velocity(5, Vec3::Zero());
  velocity[4] = Vec3(120, -120, 0);
  bodies.move(velocity);
  CollisionStep& step = bodies.begin();
  step.begin_response();
  ASSERT_FALSE(step.contacts().empty());
  const ResponseReport report = make_collision_clusters({.passes = 3})->resolve(step);
  EXPECT_EQ(report.status, Status::budget_spent);
  EXPECT_GT(report.residual, 0.0);
}

}  // namespace
}  // namespace muslin::collision_clusters_test
