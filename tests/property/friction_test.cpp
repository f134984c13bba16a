#include <gtest/gtest.h>

#include <cmath>
#include <muslin/geometry/shapes.hpp>
#include <muslin/response/response.hpp>
#include <muslin/sim/run_statistics.hpp>
#include <numbers>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/incline.hpp>
#include <tests/support/scenes.hpp>

/// Friction as it is seen in a scene: cloth on an incline, and cloth between pads.
namespace muslin::friction_test {
namespace {

using test::InclineOptions;

std::vector<std::string> response_names() {
  std::vector<std::string> names;
  for (const ResponseInfo& info : known_responses()) names.emplace_back(info.name);
  return names;
}

class FrictionWithEveryResponse : public testing::TestWithParam<std::string> {};

// Coulomb, for a scene as users write it: contact springs and repulsion do most of this, before any response. It holds
// for μ > tan θ, and else slides with g (sin θ - μ cos θ).
TEST_P(FrictionWithEveryResponse, OnAnInclineIsCoulombs) {
  constexpr std::array<std::array<double, 2>, 10> kCases{
      {{10, 0.1}, {20, 0.2}, {30, 0.3}, {40, 0.5}, {45, 0.2}, {10, 0.3}, {20, 0.5}, {30, 0.7}, {40, 1.0}, {5, 0.1}}};
  for (const int vertices : {2, 6}) {
    for (const auto& [degrees, friction] : kCases) {
      SCOPED_TRACE(testing::Message() << vertices << " vertices, " << degrees << " degrees, mu " << friction);
      const InclineOptions options{
          .degrees = degrees, .friction = friction, .vertices = vertices, .response = GetParam()};
      const Scene scene = test::incline_scene(options);
      Simulator simulator = test::simulator_of(scene);
      std::array<double, 4> way{};
      for (double& w : way) {
        test::advance(simulator, 6);
        w = test::downhill_displacement(simulator, scene, options);
      }
      const double slope = degrees * std::numbers::pi / 180.0, time = 0.3;
      const double acceleration = (way[3] - 2.0 * way[2] + way[1]) / (time * time);
      const double expected = 9.81 * (std::sin(slope) - friction * std::cos(slope));
      if (expected > 0.0)
        EXPECT_NEAR(acceleration, expected, 0.02 * expected);
      else
        EXPECT_LE(std::abs(way[3] - way[1]), 1e-8);
    }
  }
}

/// Acceleration down an incline where the method itself applies all impulses [m/s²]; not above 0 if the square holds. A
/// rigid zone keeps the relative velocity zero, so nothing slides [Harmon08 §1]. Volume-preserving impulses have no
/// friction: the paper leaves it to repulsion [Sifakis08 §3, step a].
double acceleration_alone(const std::string& response, double slope, double friction) {
  if (response == "rigid_zones") return 0.0;
  if (response == "volume_preserving") friction = 0.0;
  return 9.81 * (std::sin(slope) - friction * std::cos(slope));
}

// The same, where neither contact springs nor repulsion nor impulses act before the method: its own friction is seen.
TEST_P(FrictionWithEveryResponse, OnAnInclineIsCoulombsByTheResponseAlone) {
  constexpr std::array<std::array<double, 2>, 4> kCases{{{20, 0.2}, {30, 0.3}, {20, 0.5}, {40, 1.0}}};
  for (const auto& [degrees, friction] : kCases) {
    SCOPED_TRACE(testing::Message() << degrees << " degrees, mu " << friction);
    const InclineOptions options{
        .degrees = degrees, .friction = friction, .vertices = 3, .response = GetParam(), .response_alone = true};
    const Scene scene = test::incline_scene(options);
    Simulator simulator = test::simulator_of(scene);
    std::array<double, 4> displacement{};
    RunStatistics statistics;
    for (double& d : displacement) {
      for (int frame = 0; frame < 6; ++frame)
        ASSERT_TRUE(simulator.advance([&](const StepReport& step) {
          statistics.add(step);
          return true;
        }));
      d = test::downhill_displacement(simulator, scene, options);
    }
    const double slope = degrees * std::numbers::pi / 180.0, time = 0.3;
    const double acceleration = (displacement[3] - 2.0 * displacement[2] + displacement[1]) / (time * time);
    const double expected = acceleration_alone(GetParam(), slope, friction);
    EXPECT_GE(statistics.total.collision.response_acted, 0.95);  // all but the first steps, in which the square falls
    if (expected > 0.0)
      EXPECT_NEAR(acceleration, expected, 0.02 * expected);
    else
      EXPECT_LE(std::abs(displacement[3] - displacement[1]), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(All, FrictionWithEveryResponse, testing::ValuesIn(response_names()),
                         [](const auto& response) { return response.param; });

SceneBody pad(const char* name, double side, std::vector<Keyframe> keyframes) {
  SceneBody body;
  body.body.name = name;
  body.body.kind = BodyKind::obstacle;
  body.body.mesh = make_box({.size = {0.04, 0.04, 0.01}, .divisions = {2, 2, 1}}).value();
  body.body.fabric.thickness = 1e-3;
  for (Vec3& x : body.body.mesh.positions) x += Vec3(0.003, 0.04, side * 0.02);
  Script script{.vertices = {}, .motion = make_rigid_motion({.keyframes = std::move(keyframes)})};
  for (std::size_t i = 0; i < body.body.mesh.positions.size(); ++i) script.vertices.emplace_back(i);
  body.scripts.push_back(std::move(script));
  return body;
}

// Two pads catch a sheet that falls, and lift it by half a metre.
TEST_P(FrictionWithEveryResponse, PadsThatCloseOnClothLiftItWithoutASlip) {
  Scene scene;
  scene.time = {.frame_rate = 20.0, .start_frame = 0, .frames = 1000, .step = 0.005};
  scene.collision.response = GetParam();
  SceneBody sheet = test::sheet(9, 0.16);
  for (Vec3& x : sheet.body.mesh.positions) x = Vec3(x.x(), -x.z(), 0.0);
  sheet.body.fabric.thickness = 1e-3;
  scene.bodies.push_back(std::move(sheet));
  // Together they leave 1.6 mm, and cloth would have 1 mm on each side.
  for (const double side : {-1.0, 1.0}) {
    const double shut = -side * (0.015 - 0.8e-3);
    scene.bodies.push_back(pad(side < 0 ? "back" : "front", side,
                               {{.time = 0.0},
                                {.time = 0.05, .translation = {0, 0, shut}},
                                {.time = 0.2, .translation = {0, 0, shut}},
                                {.time = 1.2, .translation = {0, 0.5, shut}}}));
  }
  scene.collision.pairs = {{.first = 0, .second = 1, .thickness = {}, .friction = 0.5},
                           {.first = 0, .second = 2, .thickness = {}, .friction = 0.5}};
  Simulator simulator = test::simulator_of(std::move(scene));
  test::advance(simulator, 4);
  const std::vector<Vec3> held = simulator.state().position;
  test::advance(simulator, 22);
  int vertices = 0;
  for (std::size_t v = 0; v < 81; ++v) {
    if (std::abs(held[v].x()) > 0.018 || held[v].y() < 0.022 || held[v].y() > 0.058) continue;  // between the pads
    ++vertices;
    EXPECT_LE((simulator.state().position[v] - held[v] - Vec3(0, 0.5, 0)).norm(), 1e-4);
  }
  EXPECT_GE(vertices, 2);
  EXPECT_EQ(test::intersections(simulator), 0U);
}

}  // namespace
}  // namespace muslin::friction_test
