#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <muslin/response/zones/rigid_zones.hpp>
#include <muslin/response/zones/zone_motion.hpp>
#include <numeric>
#include <tests/support/piles.hpp>
#include <tests/support/random.hpp>

namespace muslin::rigid_zones_test {
namespace {

using Status = ResponseReport::Status;
using test::CollisionCase;
using test::triangle;

Mesh floor_at(double height) { return triangle({-9, height, -9}, {9, height, -9}, {0, height, 9}); }
Mesh leaf_at(double height) { return triangle({0, height, 0}, {1, height, 0}, {0, height, 1}); }

ResponseReport resolve_rigidly(CollisionStep& step) {
  step.begin_response();
  return make_rigid_zones({.impulse_passes = 0})->resolve(step);
}
void move_body(std::vector<Vec3>& velocity, std::size_t first, const Vec3& v) {
  for (std::size_t i = first; i < first + 3; ++i) velocity[i] = v;
}

TEST(RigidZones, TwoFreeBodiesMoveOnTogether) {
  CollisionCase bodies;
  bodies.add(leaf_at(0.0), 1.0);
  bodies.add(leaf_at(1e-3), 0.5);
  std::vector<Vec3> velocity(6, Vec3::Zero());
  move_body(velocity, 3, {0, -3, 0});
  bodies.move(velocity);
  CollisionStep& step = bodies.begin();
  EXPECT_EQ(resolve_rigidly(step).status, Status::resolved);
  for (const Vec3& v : step.velocity()) EXPECT_LE((v - Vec3(0, -2, 0)).norm(), 1e-12);  // 6 kg of 9 fall with 3 m/s
  EXPECT_TRUE(step.certify().empty());
}

TEST(RigidZones, StandStillOnAFloorAtRest) {
  CollisionCase bodies;
  bodies.add(floor_at(0.0), 0.0);
  bodies.add(leaf_at(1e-3), 0.5);
  std::vector<Vec3> velocity(6, Vec3::Zero());
  move_body(velocity, 3, {1, -3, 0});
  bodies.move(velocity);
  CollisionStep& step = bodies.begin();
  EXPECT_EQ(resolve_rigidly(step).status, Status::resolved);
  for (std::size_t v = 3; v < 6; ++v) EXPECT_EQ(step.ends()[v], bodies.mesh.positions[v]);
}

TEST(RigidZones, GoWithAMovingObstacle) {
  CollisionCase bodies;
  bodies.add(floor_at(0.0), 0.0);
  bodies.add(leaf_at(1e-2), 0.5);
  const Eigen::AngleAxisd turn(0.02, Vec3(1, 2, 3).normalized());
  for (std::size_t v = 0; v < 3; ++v) bodies.end[v] = turn * bodies.mesh.positions[v] + Vec3(0.1, 0.2, 0);
  CollisionStep& step = bodies.begin();
  EXPECT_EQ(resolve_rigidly(step).status, Status::resolved);
  for (std::size_t v = 3; v < 6; ++v)
    EXPECT_LE((step.ends()[v] - (turn * bodies.mesh.positions[v] + Vec3(0.1, 0.2, 0))).norm(), 1e-13);
}

TEST(RigidZones, ArePinchedBetweenObstaclesThatMoveDifferently) {
  CollisionCase bodies;
  bodies.add(floor_at(0.0), 0.0);
  bodies.add(leaf_at(1e-3), 0.5);
  bodies.add(floor_at(2e-3), 0.0);
  bodies.add(leaf_at(0.5), 1.0);  // two more, apart from that: these are resolved
  bodies.add(leaf_at(0.501), 1.0);
  std::vector<Vec3> velocity(15, Vec3::Zero());
  move_body(velocity, 6, {0, -1, 0});
  move_body(velocity, 12, {0, -2, 0});
  bodies.move(velocity);
  CollisionStep& step = bodies.begin();
  EXPECT_EQ(resolve_rigidly(step).status, Status::pinched);
  for (std::size_t v = 3; v < 6; ++v) EXPECT_EQ(step.velocity()[v], step.velocity_before()[v]);
  for (std::size_t v = 9; v < 15; ++v) EXPECT_NEAR(step.velocity()[v].y(), -1.0, 1e-12);
  for (const Contact& contact : step.contacts()) EXPECT_LT(contact.vertex[0].value, 9);
}

TEST(RigidZones, GiveUpWhenLargeUnlessTheStepIsTheShortest) {
  for (const bool shortest : {false, true}) {
    CollisionCase bodies;
    bodies.add(leaf_at(0.0), 1.0);
    bodies.add(leaf_at(1e-3), 1.0);  // six vertices collide
    std::vector<Vec3> velocity(6, Vec3::Zero());
    move_body(velocity, 3, {0, -3, 0});
    bodies.move(velocity);
    bodies.shortest = shortest;
    CollisionStep& step = bodies.begin();
    step.begin_response();
    const auto report = make_rigid_zones({.impulse_passes = 0, .most_vertices = 5})->resolve(step);
    EXPECT_EQ(report.status, shortest ? Status::resolved : Status::budget_spent);
    EXPECT_EQ(step.velocity()[3] == step.velocity_before()[3], !shortest);
  }
}

/// Five movable vertices, the rest prescribed.
struct Zone {
  std::vector<Vec3> start, end, velocity;
  std::vector<double> inverse_mass;
  std::vector<VertexId> movable, prescribed;

  void add(const Vec3& x, double w, const Vec3& v) {
    (w > 0.0 ? movable : prescribed).push_back(VertexId(start.size()));
    start.push_back(x);
    end.push_back(x + 0.01 * v);
    velocity.push_back(v);
    inverse_mass.push_back(w);
  }
  [[nodiscard]] std::optional<ZoneMotion> motion() const {
    return zone_motion({movable, prescribed, start, end, velocity, inverse_mass, 0.01, 1e-9});
  }
};

Zone random_zone(test::Random& random) {
  Zone zone;
  for (int i = 0; i < 5; ++i) zone.add(random.in_box(1.0), random.uniform(0.5, 2.0), random.in_box(1.0));
  return zone;
}

TEST(ZoneMotion, KeepsMomentumAndAngularMomentum) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    test::Random random(seed);
    const Zone zone = random_zone(random);
    const auto motion = zone.motion();
    ASSERT_TRUE(motion);
    Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero();
    for (std::size_t i = 0; i < 5; ++i) {
      const Vec3 change = (motion->displacement(zone.start[i]) / 0.01 - zone.velocity[i]) / zone.inverse_mass[i];
      momentum += change;
      angular += (zone.start[i] - motion->from).cross(change);
    }
    EXPECT_LE(momentum.norm(), 1e-12);
    EXPECT_LE(angular.norm(), 2e-2);  // the turn is some 0.01, and L some kg m²/s
  }
}

TEST(ZoneMotion, OfVerticesOnALineDoesNotSpinAboutIt) {
  Zone zone;
  for (int i = 0; i < 5; ++i) zone.add(Vec3(i, 0, 0), 1.0, Vec3(0, 2.0 * i, 0));
  const auto motion = zone.motion();
  ASSERT_TRUE(motion);
  EXPECT_LE((motion->turn - Eigen::AngleAxisd(0.02, Vec3::UnitZ()).toRotationMatrix()).norm(), 1e-12);
}

TEST(ZoneMotion, TurnsNoFurtherThanItMay) {
  Zone zone;
  zone.add(Vec3(1, 0, 0), 1.0, Vec3(0, 1e4, 0));
  zone.add(Vec3(-1, 0, 0), 1.0, Vec3(0, -1e4, 0));
  EXPECT_NEAR(Eigen::AngleAxisd(zone.motion()->turn).angle(), 2.0, 1e-12);
}

TEST(ZoneMotion, TurnsAboutOnePrescribedVertex) {
  Zone zone;
  zone.add(Vec3::Zero(), 0.0, Vec3(1, 0, 0));
  // Seen from vertex 0 each moves with ω = (0, 0, 2), the second with some more outwards, which is lost.
  zone.add(Vec3(1, 0, 0), 1.0, Vec3(1, 2, 0));
  zone.add(Vec3(0, 2, 0), 0.5, Vec3(1 - 4, 5, 0));
  const auto motion = zone.motion();
  ASSERT_TRUE(motion);
  EXPECT_LE((motion->displacement(zone.start[0]) - Vec3(0.01, 0, 0)).norm(), 1e-15);
  EXPECT_LE((motion->turn - Eigen::AngleAxisd(0.02, Vec3::UnitZ()).toRotationMatrix()).norm(), 1e-12);
}

TEST(ZoneMotion, TurnsAboutTwoPrescribedVertices) {
  Zone zone;
  zone.add(Vec3(0, 0, -1), 0.0, Vec3::Zero());
  zone.add(Vec3(0, 0, 1), 0.0, Vec3::Zero());
  zone.add(Vec3(1, 0, 0.3), 1.0, Vec3(0, 2, 7));
  zone.add(Vec3(0, 2, -0.5), 0.5, Vec3(-4, 5, -3));
  const auto motion = zone.motion();
  ASSERT_TRUE(motion);
  for (std::size_t v = 0; v < 2; ++v) EXPECT_LE(motion->displacement(zone.start[v]).norm(), 1e-15);
  EXPECT_LE((motion->turn - Eigen::AngleAxisd(0.02, Vec3::UnitZ()).toRotationMatrix()).norm(), 1e-12);
}

TEST(ZoneMotion, FollowsAnyRigidMotionOfPrescribedVertices) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    Zone zone = random_zone(random);
    const Eigen::AngleAxisd turn(random.uniform(0.0, 1.9), random.direction());
    const Vec3 shift = random.in_box(1.0);
    const int prescribed = random.integer(1, 5);
    for (int i = 0; i < prescribed; ++i) {
      zone.add(random.in_box(1.0), 0.0, Vec3::Zero());
      zone.end.back() = turn * zone.start.back() + shift;
    }
    const auto motion = zone.motion();
    ASSERT_TRUE(motion);
    for (const VertexId v : zone.prescribed) {
      const Vec3 end = zone.start[v.index()] + motion->displacement(zone.start[v.index()]);
      EXPECT_LE((end - zone.end[v.index()]).norm(), 1e-13);
    }
    if (prescribed >= 3) {
      EXPECT_LE((motion->turn - turn.toRotationMatrix()).norm(), 1e-10);
    }
    // One that leaves the others.
    if (prescribed >= 2) {
      zone.end.back() += 1e-6 * (zone.end.back() - zone.end[zone.prescribed.front().index()]).normalized();
      EXPECT_FALSE(zone.motion());
    }
  }
}

}  // namespace
}  // namespace muslin::rigid_zones_test
