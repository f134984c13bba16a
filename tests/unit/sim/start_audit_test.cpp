#include <gtest/gtest.h>

#include <muslin/sim/start_audit.hpp>
#include <tests/support/scenes.hpp>

namespace muslin::start_audit_test {
namespace {

/// Two sheets in parallel planes, `gap` apart, 1 m above the ground.
Scene two_sheets(double gap) {
  Scene scene = test::scene_of(test::sheet(3, 1.0), 0.01);
  scene.bodies.push_back(test::sheet(3, 1.0));
  scene.bodies[1].body.name = "upper";
  for (Vec3& x : scene.bodies[0].body.mesh.positions) x.y() = 1.0;
  for (Vec3& x : scene.bodies[1].body.mesh.positions) x.y() = 1.0 + gap;
  return scene;
}

/// The upper sheet is turned until it stands in the lower one.
Scene crossing_sheets() {
  Scene scene = two_sheets(0.1);
  for (Vec3& x : scene.bodies[1].body.mesh.positions) x = Vec3(x.x(), 1.0 + x.z(), 0.01);
  return scene;
}

void make_obstacle(SceneBody& item) {
  item.body.kind = BodyKind::obstacle;
  Script script;
  for (std::size_t i = 0; i < item.body.mesh.positions.size(); ++i) script.vertices.emplace_back(i);
  item.scripts = {script};
}

TEST(StartAudit, ACleanStartIsAccepted) {
  const auto simulator = Simulator::create(two_sheets(0.1));
  ASSERT_TRUE(simulator) << simulator.error().message();
  EXPECT_TRUE(audit_start(*simulator, 5).clean());
}

TEST(StartAudit, AStartThatIntersectsIsRefusedWithBodiesPlaceCountAndRemedy) {
  Scene scene = crossing_sheets();
  scene.collision.start = StartPolicy::refuse;
  const auto refused = Simulator::create(scene);
  ASSERT_FALSE(refused);
  const Error& error = refused.error();
  EXPECT_EQ(error.kind, Error::Kind::start_intersects);
  EXPECT_EQ(error.where.find("sheet and upper near ("), 0U) << error.where;
  EXPECT_EQ(error.what.find("the start has "), 0U) << error.what;
  EXPECT_NE(error.what.find("intersections: sheet triangle "), std::string::npos) << error.what;
  EXPECT_NE(error.remedy.find("move the bodies apart"), std::string::npos) << error.remedy;
}

TEST(StartAudit, TheCallerMayAuditInstead) {
  const auto simulator = Simulator::create(crossing_sheets(), {.audit_start = false});
  ASSERT_TRUE(simulator) << simulator.error().message();
  const StartAudit audit = audit_start(*simulator, 2);
  EXPECT_GT(audit.intersections, 2U);
  ASSERT_EQ(audit.pairs.size(), 2U);
  EXPECT_FALSE(audit.only_as_floats);
  EXPECT_EQ(audit.pairs[0].a.body, "sheet");
  EXPECT_EQ(audit.pairs[0].b.body, "upper");
  EXPECT_LT(audit.pairs[0].b.index, 8);  // counted within its body
}

// Apart by less than half a step of a float at 1.
TEST(StartAudit, RoundingToFloatsMayBeWhatIntersects) {
  Scene scene = two_sheets(1e-8);
  scene.collision.start = StartPolicy::refuse;
  const auto refused = Simulator::create(scene);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.find("after rounding to the floats"), std::string::npos) << refused.error().what;
  const auto simulator = Simulator::create(scene, {.audit_start = false});
  EXPECT_TRUE(audit_start(*simulator, 1).only_as_floats);
}

TEST(StartAudit, ObstaclesMayIntersectEachOther) {
  Scene scene = crossing_sheets();
  for (SceneBody& item : scene.bodies) make_obstacle(item);
  const auto simulator = Simulator::create(scene);
  ASSERT_TRUE(simulator) << simulator.error().message();
  const StartAudit audit = audit_start(*simulator, 3);
  EXPECT_TRUE(audit.clean());
  EXPECT_TRUE(audit.pairs.empty());
  EXPECT_GT(audit.obstacle_intersections, 0U);
  ASSERT_FALSE(audit.obstacle_pairs.empty());
  EXPECT_EQ(audit.obstacle_pairs[0].b.body, "upper");
}

TEST(StartAudit, GroupsOfAMeshAreNamed) {
  Scene scene = crossing_sheets();
  Mesh& mesh = scene.bodies[1].body.mesh;
  mesh.group_names = {"collar", ""};
  mesh.triangle_group.assign(mesh.triangles.size(), 0);
  const auto simulator = Simulator::create(scene, {.audit_start = false});
  ASSERT_TRUE(simulator) << simulator.error().message();
  EXPECT_EQ(audit_start(*simulator, 1).pairs.at(0).b.body, "upper/collar");
}

}  // namespace
}  // namespace muslin::start_audit_test
