#include <gtest/gtest.h>

#include <cmath>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/start_audit.hpp>
#include <muslin/sim/untangle/tangle_world.hpp>
#include <numbers>
#include <tests/support/random.hpp>

// Starts that intersect, in many ways, and what untangling makes of them.
namespace muslin::untangle_test {
namespace {

SceneBody sheet_body(std::string name, int side, double size) {
  SceneBody sheet;
  sheet.body.name = std::move(name);
  sheet.body.mesh = make_grid({.vertices = {side, side}, .size = {size, size}}).value();
  sheet.body.fabric = find_fabric("cotton")->fabric;
  return sheet;
}

SceneBody ball_body(double radius, const Vec3& centre) {
  SceneBody ball;
  ball.body.name = "ball";
  ball.body.kind = BodyKind::obstacle;
  ball.body.mesh = make_sphere({.radius = radius}).value();
  for (Vec3& x : ball.body.mesh.positions) x += centre;
  ball.scripts.emplace_back();
  for (std::size_t i = 0; i < ball.body.mesh.positions.size(); ++i) ball.scripts[0].vertices.emplace_back(i);
  return ball;
}

std::size_t intersections(const Scene& scene, const State& state) {
  const TangleWorld world = make_tangle_world(scene);
  return find_intersections(world.mesh, state.position).size() +
         find_intersections(world.mesh, rounded_to_float(state.position)).size();
}

/// Two sheets that cross at an angle, a smaller and a larger one.
Scene offset_layers(test::Random& random) {
  Scene scene;
  scene.bodies = {sheet_body("lower", 14, 0.4), sheet_body("upper", 21, 0.5)};
  const double slope_x = random.uniform(-0.1, 0.1), slope_z = random.uniform(-0.1, 0.1),
               shift = random.uniform(-0.01, 0.01);
  for (Vec3& x : scene.bodies[1].body.mesh.positions) x.y() += shift + slope_x * x.x() + slope_z * x.z();
  return scene;
}

/// A bulge of one sheet through another.
Scene fold_through(test::Random& random) {
  Scene scene;
  scene.bodies = {sheet_body("lower", 18, 0.4), sheet_body("upper", 15, 0.4)};
  const Vec3 centre(random.uniform(-0.08, 0.08), 0.0, random.uniform(-0.08, 0.08));
  const double depth = random.uniform(0.006, 0.04), radius = random.uniform(0.03, 0.08);
  for (Vec3& x : scene.bodies[1].body.mesh.positions) {
    const double r = (x - centre).norm() / radius;
    x.y() += 0.005 - depth * std::exp(-r * r);
  }
  return scene;
}

/// A sheet through a ball.
Scene sheet_through_ball(test::Random& random) {
  Scene scene;
  scene.bodies = {
      sheet_body("sheet", 16, 0.5),
      ball_body(0.1, {random.uniform(-0.05, 0.05), random.uniform(-0.08, 0.08), random.uniform(-0.05, 0.05)})};
  return scene;
}

/// Two tubes, side by side, that overlap.
Scene crossing_sleeves(test::Random& random) {
  Scene scene;
  const double overlap = random.uniform(0.002, 0.015), angle = random.uniform(-0.5, 0.5);
  for (const char* name : {"left", "right"}) {
    SceneBody tube = sheet_body(name, 20, 1.0);
    tube.body.mesh = make_cylinder({.radius = 0.05, .height = 0.3, .sides = 24, .ends = CylinderEnds::open}).value();
    const double side = name == std::string("left") ? -1.0 : 1.0;
    for (Vec3& x : tube.body.mesh.positions) {
      if (side > 0.0)
        x = Vec3(x.x(), std::cos(angle) * x.y() - std::sin(angle) * x.z(),
                 std::sin(angle) * x.y() + std::cos(angle) * x.z());
      x.x() += side * (0.05 - 0.5 * overlap);
    }
    scene.bodies.push_back(tube);
  }
  return scene;
}

using MakeTangle = Scene (*)(test::Random&);

TEST(Untangle, SeparatesNearlyEveryTangle) {
  const std::vector<std::pair<const char*, MakeTangle>> kinds = {
      {"layers", offset_layers}, {"fold", fold_through}, {"ball", sheet_through_ball}, {"sleeves", crossing_sleeves}};
  constexpr int kEach = 10;
  int tangled = 0, clean = 0;
  for (const auto& [name, make] : kinds)
    for (int i = 0; i < kEach; ++i) {
      test::Random random(1000 + static_cast<std::uint64_t>(i));
      const Scene scene = make(random);
      auto simulator = Simulator::create(scene, {.audit_start = false});
      ASSERT_TRUE(simulator) << simulator.error().message();
      const std::size_t before = intersections(scene, simulator->state());
      if (before == 0) continue;
      ++tangled;
      const auto start = prepare_start(*simulator, 3);
      ASSERT_TRUE(start) << start.error().message();
      ASSERT_TRUE(start->untangled);
      const std::size_t after = intersections(scene, simulator->state());
      EXPECT_LE(start->untangled->pairs_after, start->untangled->pairs_before) << name << i;
      EXPECT_EQ(start->untangled->pairs_after == 0, after == 0) << name << i;
      EXPECT_EQ(simulator->state().tangle.empty(), after == 0) << name << i;
      clean += after == 0 ? 1 : 0;
      if (after > 0) std::printf("%s %d: %zu of %zu intersections are left\n", name, i, after, before);
    }
  std::printf("%d of %d tangles are clean\n", clean, tangled);
  EXPECT_GE(tangled, 35);
  EXPECT_GE(clean, 0.97 * tangled);
}

TEST(Untangle, LeavesScriptsAndFarVerticesAsTheyAre) {
  Scene scene;
  scene.bodies = {sheet_body("sheet", 30, 2.0), ball_body(0.1, {0.0, 0.05, 0.0})};
  scene.bodies[0].scripts.push_back({.vertices = {VertexId(0), VertexId(29)}, .motion = nullptr});
  scene.bodies[0].body.velocity = Vec3(0.0, 1.0, 0.0);
  auto simulator = Simulator::create(scene, {.audit_start = false});
  ASSERT_TRUE(simulator) << simulator.error().message();
  const State before = simulator->state();
  const auto start = prepare_start(*simulator, 3);
  ASSERT_TRUE(start && start->untangled);
  EXPECT_GT(start->untangled->pairs_before, 0U);
  EXPECT_EQ(start->untangled->pairs_after, 0U);
  const State& after = simulator->state();
  std::size_t moved = 0;
  for (std::size_t i = 0; i < before.position.size(); ++i) {
    EXPECT_EQ(after.velocity[i], before.velocity[i]);
    if (after.position[i] == before.position[i]) continue;
    ++moved;
    EXPECT_LT(i, 900U) << "an obstacle moved";
    EXPECT_LT(before.position[i].norm(), 0.95) << "far from the ball";
  }
  EXPECT_EQ(after.position[0], before.position[0]);
  EXPECT_EQ(moved, start->untangled->moved_vertices);
  EXPECT_LT(moved, 600U);
}

// Two identical sheets in one place begin without a blow: they fall, and nothing is faster than that.
TEST(Untangle, CoincidentSheetsBeginWithoutABlow) {
  Scene scene;
  scene.bodies = {sheet_body("one", 12, 0.3), sheet_body("two", 12, 0.3)};
  scene.loads.air_density = 0.0;
  auto simulator = Simulator::create(scene);
  ASSERT_TRUE(simulator) << simulator.error().message();
  EXPECT_TRUE(simulator->state().tangle.empty());
  for (int frame = 1; frame <= 4; ++frame) {
    const auto outcome = simulator->advance();
    ASSERT_TRUE(outcome && !outcome->divergence);
    for (const Vec3& v : simulator->state().velocity) EXPECT_LT(v.norm(), 9.81 * frame / 24.0 + 0.05);
    EXPECT_EQ(intersections(scene, simulator->state()), 0U);
  }
}

// What is kept is ignored until it is apart, and guarded from then on.
TEST(Untangle, KeptTanglesAreReleasedWhenTheyAreApart) {
  Scene scene;
  scene.bodies = {sheet_body("still", 10, 0.2), sheet_body("passing", 11, 0.2)};
  for (Vec3& x : scene.bodies[1].body.mesh.positions)
    x = Vec3(x.x() + 0.003, x.z() - 0.085, 0.004);  // upright, its upper rim above
  scene.bodies[1].body.velocity = Vec3(0.0, -2.0, 0.0);
  scene.loads.gravity.setZero();
  scene.loads.air_density = 0.0;
  scene.collision.start = StartPolicy::keep;
  auto simulator = Simulator::create(scene);
  ASSERT_TRUE(simulator) << simulator.error().message();
  EXPECT_FALSE(simulator->state().tangle.empty());
  EXPECT_GT(intersections(scene, simulator->state()), 0U);
  for (int frame = 0; frame < 4; ++frame) {
    const auto outcome = simulator->advance();
    ASSERT_TRUE(outcome && !outcome->divergence);
  }
  EXPECT_EQ(intersections(scene, simulator->state()), 0U);
  EXPECT_TRUE(simulator->state().tangle.empty());
}

}  // namespace
}  // namespace muslin::untangle_test
