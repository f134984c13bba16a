#include <gtest/gtest.h>

#include <cmath>
#include <muslin/geometry/shapes.hpp>
#include <muslin/response/response.hpp>
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

// Coulomb: it holds for μ > tan θ, and else slides with g (sin θ - μ cos θ).
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
