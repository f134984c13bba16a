#include <gtest/gtest.h>

#include <cmath>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/start_audit.hpp>
#include <string>
#include <tests/support/mesh_measures.hpp>
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

std::vector<Vec3> positions_of(const Simulator& simulator, std::size_t body) {
  const auto range = simulator.range(body);
  const auto first = simulator.state().position.begin() + static_cast<std::ptrdiff_t>(range.first_vertex);
  return {first, first + static_cast<std::ptrdiff_t>(range.vertex_count)};
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
    const std::vector<Vec3> inner = positions_of(*simulator, coat_is_outer ? 1 : 2);
    const std::vector<Vec3> outer = positions_of(*simulator, coat_is_outer ? 2 : 1);
    const auto& triangles = scene.bodies[coat_is_outer ? 2 : 1].body.mesh.triangles;
    std::size_t compared = 0;
    for (const Vec3& x : inner) {
      const double radius = test::radius_at(outer, triangles, x);
      if (!(radius > 0.0)) continue;
      EXPECT_GT(radius, std::hypot(x.x(), x.z()));
      ++compared;
    }
    EXPECT_GT(compared, inner.size() / 2);  // hems may have slid past each other
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
