#include <gtest/gtest.h>

#include <muslin/sim/script_survey.hpp>
#include <numbers>

namespace muslin::script_survey_test {
namespace {

/// Two vertices, at the origin and at (1, 0, 0), with this motion; 10 frames of 0.1 s, 10 steps each.
Scene scene_of(const RigidMotionOptions& motion) {
  Scene scene;
  scene.time = {.frame_rate = 10.0, .start_frame = 5, .frames = 10, .step = 0.01};
  SceneBody body;
  body.body.kind = BodyKind::obstacle;
  body.body.mesh.positions = {Vec3(0, 0, 0), Vec3(1, 0, 0)};
  body.scripts.push_back({{VertexId(0), VertexId(1)}, make_rigid_motion(motion)});
  scene.bodies.push_back({});  // which has no scripts
  scene.bodies.push_back(std::move(body));
  return scene;
}

ScriptSpeed fastest(const Scene& scene) {
  const auto speeds = survey_scripts(scene);
  EXPECT_TRUE(speeds);
  EXPECT_EQ(speeds->size(), 2U);
  EXPECT_EQ(speeds->front().displacement, 0.0);
  EXPECT_FALSE(speeds->front().vertex.valid());
  return speeds->back();
}

TEST(ScriptSurvey, MeasuresASteadyMotionPerStep) {
  EXPECT_NEAR(fastest(scene_of({.velocity = Vec3(3, 0, 4)})).displacement, 0.05, 1e-15);
  EXPECT_EQ(fastest(scene_of({})).displacement, 0.0);
}

TEST(ScriptSurvey, FindsTheFrameAndTheVertex) {
  // Turns by 90° about the first vertex from 0.5 s to 0.6 s, in the sixth frame after frame 5.
  const ScriptSpeed speed =
      fastest(scene_of({.angular_velocity = Vec3(0, 0, 5 * std::numbers::pi), .begin = 0.5, .end = 0.6}));
  EXPECT_EQ(speed.frame, 11);
  EXPECT_NEAR(speed.time, 0.5, 1e-12);
  EXPECT_EQ(speed.vertex, VertexId(1));
  EXPECT_NEAR(speed.displacement, 2 * std::sin(0.025 * std::numbers::pi), 1e-12);
}

TEST(ScriptSurvey, SeesAWheelThatTurnsOncePerFrame) {
  const ScriptSpeed speed = fastest(scene_of({.angular_velocity = Vec3(0, 20 * std::numbers::pi, 0)}));
  EXPECT_NEAR(speed.displacement, 2 * std::sin(0.1 * std::numbers::pi), 1e-9);
}

TEST(ScriptSurvey, SeesAJumpWithinAFrame) {
  const ScriptSpeed speed = fastest(scene_of({.keyframes = {{.time = 0.25}, {.time = 0.28, .translation = {0, 2, 0}}},
                                              .interpolation = Interpolation::linear}));
  EXPECT_EQ(speed.frame, 8);
  EXPECT_NEAR(speed.displacement, 0.2, 1e-12);
}

TEST(ScriptSurvey, CollisionStepsDivideFramesOrTakeTheInterval) {
  Scene scene = scene_of({});
  EXPECT_DOUBLE_EQ(max_collision_interval(scene), 0.01);
  scene.time.step = 0.03;
  EXPECT_DOUBLE_EQ(max_collision_interval(scene), 0.025);
  scene.time.step = 7.0;
  EXPECT_DOUBLE_EQ(max_collision_interval(scene), 0.1);
  scene.collision.interval = 0.05;
  EXPECT_DOUBLE_EQ(max_collision_interval(scene), 0.05);
  scene.collision.interval = 1.0;
  EXPECT_DOUBLE_EQ(max_collision_interval(scene), 0.1);
}

}  // namespace
}  // namespace muslin::script_survey_test
