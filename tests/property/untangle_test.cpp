#include <gtest/gtest.h>

#include <cmath>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/start_audit.hpp>
#include <string>
#include <tests/support/tangled_scenes.hpp>

// Starts that intersect, in many ways, and what untangling makes of them.
namespace muslin::untangle_test {
namespace {

using test::ball_body;
using test::sheet_body;

std::size_t intersections(const Scene& scene, const State& state) {
  return test::count_intersections(scene, state.position);
}

TEST(Untangle, SeparatesNearlyEveryTangle) {
  const test::TangleTally tally = test::untangle_many(5, 1000);
  for (const std::string& left : tally.left) std::printf("%s\n", left.c_str());
  std::printf("%d of %d tangles are clean\n", tally.clean, tally.tangled);
  EXPECT_GE(tally.tangled, 35);
  EXPECT_GE(tally.clean, 0.97 * tally.tangled);
}

// The coat is outside everywhere, although its waves pass through the shirt in half of the places.
TEST(Untangle, LayersDecideWhichSheetIsOutside) {
  const auto& kinds = test::tangle_kinds();
  const auto worn =
      std::find_if(kinds.begin(), kinds.end(), [](const auto& k) { return k.name == std::string("worn"); });
  test::Random random(3);
  Scene scene = worn->make(random);
  for (const bool coat_is_outer : {true, false}) {
    scene.bodies[2].body.layer = coat_is_outer ? 2 : 0;  // the shirt is 1
    auto simulator = Simulator::create(scene);
    ASSERT_TRUE(simulator) << simulator.error().message();
    EXPECT_EQ(intersections(scene, simulator->state()), 0U);
    const auto radius = [&](std::size_t body, std::size_t v) {
      const Vec3& x = simulator->state().position[simulator->range(body).first_vertex + v];
      return std::hypot(x.x(), x.z());
    };
    // Vertices are compared by number. They slide along the other tube by up to 2 mm, where its radius differs a
    // little.
    constexpr double kSlack = 1e-4;
    for (std::size_t v = 0; v < scene.bodies[1].body.mesh.positions.size(); ++v) {
      if (coat_is_outer)
        EXPECT_GT(radius(2, v), radius(1, v) - kSlack) << v;
      else
        EXPECT_LT(radius(2, v), radius(1, v) + kSlack) << v;
    }
  }
}

// No side of a contour that leaves both sheets over their borders is the wrong one. Where they cross steeply they slide
// apart within their own surfaces, by the length of the contour, instead of folding.
TEST(Untangle, SheetsThatCrossSteeplySlideApart) {
  constexpr std::size_t kCount = 225;
  for (const bool is_held : {false, true}) {
    Scene scene;
    scene.bodies = {sheet_body("lying", 15, 0.4), sheet_body("upright", 15, 0.4)};
    // The sheets have 10.3 cm in common, from x = 0.097 to the border of the lying one.
    for (Vec3& x : scene.bodies[1].body.mesh.positions) x = Vec3(x.x() + 0.297, x.z() + 0.01, 0.003);
    if (is_held) {
      Script& script = scene.bodies[0].scripts.emplace_back();
      for (std::size_t v = 0; v < kCount; ++v) script.vertices.emplace_back(v);
    }
    auto simulator = Simulator::create(scene, {.audit_start = false});
    ASSERT_TRUE(simulator) << simulator.error().message();
    const std::vector<Vec3> before = simulator->state().position;
    const auto start = prepare_start(*simulator, 3);
    ASSERT_TRUE(start && start->untangled);
    EXPECT_GT(start->untangled->pairs_before, 10U);
    EXPECT_EQ(intersections(scene, simulator->state()), 0U);
    double lying = 0.0, upright = 0.0, aside = 0.0;
    for (std::size_t v = 0; v < before.size(); ++v) {
      const Vec3 moved = simulator->state().position[v] - before[v];
      double& along = v < kCount ? lying : upright;
      along = std::max(along, std::abs(moved.x()));
      aside = std::max(aside, std::hypot(moved.y(), moved.z()));
    }
    EXPECT_NEAR(lying, is_held ? 0.0 : 0.5 * 0.103, 0.02) << is_held;
    EXPECT_NEAR(upright, is_held ? 0.103 : 0.5 * 0.103, 0.03) << is_held;
    EXPECT_LT(aside, 0.08) << "a fold moves half of a sheet by up to 0.2 m";
  }
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
