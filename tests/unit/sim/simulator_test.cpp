#include <gtest/gtest.h>

#include <limits>
#include <muslin/core/parallel.hpp>
#include <tests/support/scenes.hpp>

namespace muslin::simulator_test {
namespace {

using test::advance;
using test::scene_of;
using test::simulator_of;

/// A sheet and a cable tied together, in the wind: some of everything.
Scene busy_scene(IntegratorMethod method) {
  Scene scene = scene_of(test::sheet(12, 0.4, {VertexId(0), VertexId(11)}), 1.0 / 24.0, method);
  SceneBody shell = test::sheet(8, 0.2);
  shell.body.name = "shell";
  shell.body.kind = BodyKind::shell;
  shell.body.bending_model = BendingModel::hinges;
  shell.body.plasticity = Plasticity{.yield_curvature = 0.5, .hardening = 0.1};
  for (Vec3& x : shell.body.mesh.positions) x += Vec3(0.62, 0.04, -0.1);
  scene.bodies.push_back(std::move(shell));
  SceneBody cable = test::cable(12);
  for (Vec3& x : cable.body.mesh.positions) x.y() += 0.05;
  scene.bodies.push_back(std::move(cable));
  scene.ties.push_back({.from = 2, .vertex = VertexId(0), .to = 0, .anchor = {VertexId(80), VertexId(), VertexId()}});
  scene.ties.push_back({.from = 2,
                        .vertex = VertexId(12),
                        .to = 1,
                        .anchor = {VertexId(0), VertexId(1), VertexId(8)},
                        .weight = {0.2, 0.3, 0.5},
                        .length = 0.01});
  scene.time.step = 0.01;
  scene.integrator.cfl = 0.5;
  scene.loads.air_density = 1.2;
  scene.loads.wind = Vec3(2.0, 0.0, 1.0);
  scene.loads.gust_strength = 0.3;
  return scene;
}

void expect_same_bits(const State& a, const State& b) {
  EXPECT_EQ(a.frame, b.frame);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.acceleration, b.acceleration);
  EXPECT_EQ(a.hinges.rest_angles, b.hinges.rest_angles);
}

TEST(Simulator, HasTheSameBitsOnAnyNumberOfThreads) {
  for (const IntegratorMethod method : {IntegratorMethod::backward_euler, IntegratorMethod::newmark}) {
    const auto run = [&](int threads) {
      State state;
      with_threads(threads, [&] {
        Scene scene = busy_scene(method);
        if (method == IntegratorMethod::newmark) scene.time.frame_rate = 24000.0;  // its steps are short
        Simulator simulator = simulator_of(std::move(scene));
        advance(simulator, 4);
        state = simulator.state();
      });
      return state;
    };
    const State one = run(1);
    expect_same_bits(one, run(2));
    expect_same_bits(one, run(5));
  }
}

TEST(Simulator, GoesOnFromASavedStateWithTheSameBits) {
  Simulator whole = simulator_of(busy_scene(IntegratorMethod::backward_euler));
  advance(whole, 3);
  const State saved = whole.state();
  EXPECT_NE(saved.hinges.rest_angles,
            simulator_of(busy_scene(IntegratorMethod::backward_euler)).state().hinges.rest_angles)
      << "the scene is meant to bend its shell for good";
  advance(whole, 3);
  Simulator resumed = simulator_of(busy_scene(IntegratorMethod::backward_euler));
  ASSERT_TRUE(resumed.restore(saved));
  advance(resumed, 3);
  expect_same_bits(whole.state(), resumed.state());
}

TEST(Simulator, RefusesAStateOfAnotherScene) {
  Simulator simulator = simulator_of(busy_scene(IntegratorMethod::backward_euler));
  State state = simulator.state();
  state.position.pop_back();
  EXPECT_FALSE(simulator.restore(state));
}

TEST(Simulator, EndsFramesOnFrameTimesWhateverTheStep) {
  Scene scene = scene_of(test::cable(3, {VertexId(0)}), 1.0 / 24.0);
  scene.time.step = 0.01;  // 4.17 of them would make a frame
  Simulator simulator = simulator_of(std::move(scene));
  std::vector<StepReport> reports;
  for (int frame = 0; frame < 2; ++frame)
    ASSERT_TRUE(simulator.advance([&](const StepReport& report) {
      reports.push_back(report);
      return true;
    }));
  ASSERT_EQ(reports.size(), 10U);
  EXPECT_EQ(reports[4].time, 1.0 / 24.0);
  EXPECT_EQ(reports[9].time, 2.0 / 24.0);
  EXPECT_EQ(reports[9].frame, 2);
  EXPECT_EQ(reports[9].step, 5);
  EXPECT_DOUBLE_EQ(reports[9].size, 1.0 / 120.0);
}

TEST(Simulator, ScriptedVerticesAreExactlyWhereTheirScriptSays) {
  SceneBody body = test::sheet(4, 0.3);
  const Vec3 corner = body.body.mesh.positions[0];
  body.scripts.push_back({.vertices = {VertexId(0)}, .motion = make_rigid_motion({.velocity = Vec3(0.5, 0.25, 0.0)})});
  Simulator simulator = simulator_of(scene_of(std::move(body), 0.125));
  advance(simulator, 4);
  EXPECT_EQ(simulator.state().position[0], corner + Vec3(0.25, 0.125, 0.0));
  EXPECT_EQ(simulator.state().velocity[0], Vec3(0.5, 0.25, 0.0));
}

// A floor is drawn away under a sheet that nothing holds: without friction all that touches slides by its speed.
TEST(Simulator, SaysHowFastWhatTouchesSlides) {
  SceneBody body = test::sheet(4, 0.3);
  body.body.fabric.friction = 0.0;
  SceneBody floor = test::sheet(2, 2.0);
  floor.body.name = "floor";
  floor.body.kind = BodyKind::obstacle;
  for (Vec3& x : floor.body.mesh.positions) x.y() -= 0.5e-3;
  floor.scripts.push_back({.vertices = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)},
                           .motion = make_rigid_motion({.velocity = Vec3(0.75, 0.0, 1.0)})});
  body.body.fabric.thickness = floor.body.fabric.thickness = 1e-3;
  Scene scene = scene_of(std::move(body), 0.005);
  scene.bodies.push_back(std::move(floor));
  Simulator simulator = simulator_of(std::move(scene));
  const StepReport step = advance(simulator, 3);
  EXPECT_GT(step.collision.proximities, 0);
  EXPECT_NEAR(step.collision.sliding_speed, 1.25, 1e-9);
}

// Two sheets over a floor in one long step: the low one is only repelled, the high one is shot through the floor. It is
// so large that the step need not be shorter. With "step" the low one takes its mean velocity as well, because
// something has collided.
TEST(Simulator, VelocitiesAfterACollisionAreAsAskedFor) {
  const auto velocity_of_low = [](VelocityUpdate update, double speed) {
    SceneBody low = test::sheet(2, 0.1), high = test::sheet(2, 0.6), floor = test::sheet(2, 2.0);
    low.body.name = "low";
    high.body.name = "high";
    floor.body.name = "floor";
    floor.body.kind = BodyKind::obstacle;
    for (Vec3& x : high.body.mesh.positions) x += Vec3(0.5, 0.1, 0.0);
    for (Vec3& x : floor.body.mesh.positions) x.y() -= 0.5e-3;
    floor.scripts.push_back({.vertices = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)},
                             .motion = make_rigid_motion({.velocity = Vec3::Zero()})});
    high.body.velocity = Vec3(0, -speed, 0);
    low.body.fabric.thickness = high.body.fabric.thickness = floor.body.fabric.thickness = 1e-3;
    Scene scene = scene_of(std::move(low), 0.1, IntegratorMethod::newmark);
    scene.time.step = 0.1;
    scene.collision.interval = 0.1;
    scene.collision.velocity_update = update;
    scene.bodies.push_back(std::move(high));
    scene.bodies.push_back(std::move(floor));
    Simulator simulator = simulator_of(std::move(scene));
    const StepReport step = advance(simulator, 1);
    EXPECT_EQ(step.step, 1);
    EXPECT_EQ(step.collision.contacts > 0, speed > 0.5);
    return simulator.state().velocity[0].y();
  };
  // v½ = -g Δt/2 stops; v* = -g Δt keeps the other half.
  EXPECT_NEAR(velocity_of_low(VelocityUpdate::vertex, 0.0), -0.5 * 9.81 * 0.1, 0.05);
  EXPECT_NEAR(velocity_of_low(VelocityUpdate::step, 0.0), -0.5 * 9.81 * 0.1, 0.05);
  EXPECT_NEAR(velocity_of_low(VelocityUpdate::vertex, 2.0), -0.5 * 9.81 * 0.1, 0.05);
  EXPECT_NEAR(velocity_of_low(VelocityUpdate::step, 2.0), 0.0, 0.05);
}

TEST(Simulator, GivesUpAFrameAndKeepsTheLastWholeOne) {
  Simulator simulator = simulator_of(busy_scene(IntegratorMethod::backward_euler));
  advance(simulator, 2);
  const State before = simulator.state();
  int calls = 0;
  const Result<FrameOutcome> outcome = simulator.advance([&](const StepReport&) { return ++calls < 2; });
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->stopped);
  EXPECT_EQ(calls, 2);
  expect_same_bits(simulator.state(), before);
}

TEST(Simulator, SaysWhereAStepCeasedToBeFinite) {
  // The squares of such velocities are not finite, in steps of any length.
  SceneBody body = test::sheet(6, 0.2);
  test::perturb(body, 0.01, 1);
  Simulator simulator = simulator_of(scene_of(std::move(body), 1.0, IntegratorMethod::symplectic_euler));
  State state = simulator.state();
  for (std::size_t v = 0; v < state.velocity.size(); ++v) state.velocity[v] = 1e200 * state.position[v];
  ASSERT_TRUE(simulator.restore(std::move(state)));
  const State before = simulator.state();
  const Result<FrameOutcome> outcome = simulator.advance();
  ASSERT_TRUE(outcome);
  ASSERT_TRUE(outcome->divergence);
  EXPECT_EQ(outcome->divergence->body, "sheet");
  EXPECT_TRUE(outcome->divergence->last_position.allFinite());
  EXPECT_GT(outcome->divergence->time, 0.0);
  EXPECT_LE(outcome->divergence->time, 1.0);
  expect_same_bits(simulator.state(), before);
}

TEST(Simulator, RefusesScenesThatCannotBeSimulated) {
  const auto error_of = [](auto&& spoil) {
    Scene scene = scene_of(test::sheet(4, 0.3, {VertexId(0)}), 0.01);
    spoil(scene);
    const Result<Simulator> simulator = Simulator::create(std::move(scene));
    return simulator ? std::string("none") : simulator.error().message();
  };
  EXPECT_EQ(error_of([](Scene&) {}), "none");
  EXPECT_EQ(error_of([](Scene& s) { s.bodies[0].scripts.push_back(s.bodies[0].scripts[0]); }),
            "body 'sheet': vertex 0 is scripted twice; use one script per vertex");
  EXPECT_EQ(error_of([](Scene& s) { s.bodies[0].scripts[0].vertices[0] = VertexId(99); }),
            "body 'sheet': vertex 99 is scripted, but the body has only 16 vertices");
  EXPECT_EQ(error_of([](Scene& s) { s.time.step = -1.0; }), "time/step: -1 s; must be from 1e-07 to 1 s");
  EXPECT_EQ(error_of([](Scene& s) { s.bodies[0].body.fabric.poisson = 1.5; }),
            "body 'sheet'/fabric/poisson: 1.5; must be at least 0 and less than 1");
  EXPECT_EQ(error_of([](Scene& s) { s.bodies[0].body.fabric.shear = std::numeric_limits<double>::quiet_NaN(); }),
            "body 'sheet'/fabric/shear: nan N/m; must be from 0 to 1e+15 N/m");
  EXPECT_EQ(error_of([](Scene& s) { s.bodies[0].body.mesh.triangles[2][1] = VertexId(16); }),
            "body 'sheet': triangle 2 has no vertex 16");
  EXPECT_EQ(error_of([](Scene& s) { s.collision.response = "rigid_zone"; }),
            "collision/response: unknown name \"rigid_zone\"; did you mean \"rigid_zones\"? known: gauss_seidel, "
            "rigid_zones, inelastic_projection, complementarity, volume_preserving, collision_clusters, qp_collide");
  EXPECT_EQ(error_of([](Scene& s) { s.bodies[0].body.fabric.stretch_warp = 1e13; }), "none");
  EXPECT_EQ(error_of([](Scene& s) { s.bodies[0].body.fabric.stretch_warp = 1e16; }),
            "body 'sheet'/fabric/stretch_warp: 1e+16 N/m; must be more than 0 N/m and at most 1e+15 N/m");
  EXPECT_EQ(error_of([](Scene& s) { s.collision.pairs = {{.first = 0, .second = 7, .thickness = {}, .friction = 1}}; }),
            "collision: a pair names bodies 0 and 7, but the number of bodies is 1");
  EXPECT_EQ(error_of([](Scene& s) { s.collision.max_halvings = -1; }),
            "collision/max_halvings: -1; must be from 0 to 16");
  EXPECT_EQ(
      error_of([](Scene& s) { s.bodies[0].body.mesh.positions[3].x() = std::numeric_limits<double>::infinity(); }),
      "body 'sheet': position of vertex 3 is not finite");
}

}  // namespace
}  // namespace muslin::simulator_test
