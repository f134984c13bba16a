#include <gtest/gtest.h>

#include <muslin/response/response.hpp>
#include <muslin/sim/start_audit.hpp>
#include <tests/support/scenes.hpp>

namespace muslin::coarser_floats_test {
namespace {

/// A layer of two triangles at some height, 1 µm thick.
SceneBody layer(const char* name, double height, const Vec3& velocity) {
  SceneBody layer = test::sheet(2, 0.3);
  layer.body.name = name;
  layer.body.fabric.thickness = 1e-6;
  layer.body.velocity = velocity;
  for (Vec3& x : layer.body.mesh.positions) x.y() += height;
  return layer;
}

/// Two layers 1 µm apart. The lower one is cloth, or an obstacle with that velocity.
Scene layers(double height, const Vec3& velocity, bool on_obstacle) {
  SceneBody lower = layer("lower", height, velocity);
  if (on_obstacle) {
    lower.body.kind = BodyKind::obstacle;
    lower.scripts = {{.vertices = {}, .motion = make_rigid_motion({.velocity = velocity})}};
    for (std::size_t v = 0; v < lower.body.mesh.positions.size(); ++v) lower.scripts[0].vertices.emplace_back(v);
  }
  Scene scene = test::scene_of(std::move(lower), 0.02);
  scene.bodies.push_back(layer("upper", height + 1e-6, velocity));
  scene.loads.gravity.setZero();
  return scene;
}

/// Intersections in the floats of files.
std::size_t intersections(const Simulator& simulator) { return audit_start(simulator, 0).intersections; }

// The layers fly from coordinates at which floats resolve their distance to ones at which they do not. Every step was
// certified, and the written frames intersected.
TEST(CoarserFloats, LayersThatAreCarriedTogetherStayApart) {
  for (const ResponseInfo& response : known_responses())
    for (const bool on_obstacle : {false, true}) {
      SCOPED_TRACE(testing::Message() << response.name << (on_obstacle ? " on an obstacle" : ""));
      const Vec3 velocity(0.0, 30.0, 0.0);
      Scene scene = layers(3.0, velocity, on_obstacle);
      scene.collision.response = std::string(response.name);
      Simulator simulator = test::simulator_of(std::move(scene));
      EXPECT_EQ(resolution_warning(simulator), "");
      double fastest = 0.0;
      std::int64_t contacts = 0, stops = 0;
      for (int frame = 0; frame < 60; ++frame) {  // to 39 m
        const auto outcome = simulator.advance([&](const StepReport& step) {
          contacts += step.collision.contacts;
          stops += step.collision.rungs.stops;
          return true;
        });
        ASSERT_TRUE(outcome && !outcome->divergence && !outcome->pinch);
        ASSERT_EQ(intersections(simulator), 0U) << frame;
        for (const Vec3& v : simulator.state().velocity) fastest = std::max(fastest, (v - velocity).norm());
      }
      EXPECT_GT(contacts, 0);  // it was the rule that parted them
      EXPECT_EQ(stops, 0);
      EXPECT_NEAR(simulator.state().position[0].y(), 39.0, 0.1);
      EXPECT_LT(fastest, 0.1);  // and gently: the separation at 39 m is 26 µm
      EXPECT_EQ(resolution_warning(simulator), "");
    }
}

TEST(CoarserFloats, AStartThatFloatsDoNotResolveIsSaid) {
  const Simulator simulator = test::simulator_of(layers(7.9, Vec3::Zero(), false));  // resolved: √3 ulp is 0.8 µm
  EXPECT_EQ(resolution_warning(simulator), "");
  const std::string warning = resolution_warning(test::simulator_of(layers(8.1, Vec3::Zero(), false)));
  EXPECT_NE(warning.find("nearer than 1.7e-06 m, which is what the floats of the files resolve there: lower and upper "
                         "near ("),
            std::string::npos)
      << warning;
  EXPECT_NE(warning.find(", 1e-06 m apart; "), std::string::npos) << warning;
}

}  // namespace
}  // namespace muslin::coarser_floats_test
