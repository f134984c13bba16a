// What the paper says of its scenes [Harmon08 §5], at a size for every day. Whole ones: docs/harmon2008.md.
#include <gtest/gtest.h>

#include <muslin/io/scene/scene_file.hpp>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/program.hpp>
#include <tests/support/scenes.hpp>

namespace muslin::harmon_scenes_test {
namespace {

/// Simulates a shipped scene after these changes. Returns the way of all simulated vertices, in the mean [m].
Vec3 run(const std::string& name, int frames, std::vector<std::string> changes) {
  const std::string path = test::source_path("scenes/harmon2008/") + name + ".json";
  auto loaded = read_scene(path, {.overrides = std::move(changes)});
  EXPECT_TRUE(loaded) << loaded.error().message();
  const Scene scene = loaded->scene;
  Simulator simulator = test::simulator_of(scene);
  Vec3 sum = Vec3::Zero();
  test::advance(simulator, frames);
  EXPECT_EQ(test::intersections(simulator), 0U);
  std::size_t vertex = 0, count = 0;
  for (const SceneBody& body : scene.bodies) {
    for (const Vec3& start : body.body.mesh.positions) {
      const Vec3 way = simulator.state().position[vertex++] - start;
      if (body.body.kind == BodyKind::obstacle) continue;
      sum += way;
      ++count;
    }
  }
  return sum / static_cast<double>(count);
}

// The ball has pushed the cloth out of the funnel, but what is rigid does not go through the neck: it is stretched.
TEST(HarmonScenes, FunnelFlowsWithProjectionAndStallsWithRigidZones) {
  const auto fallen = [](const std::string& response) {
    return -run("funnel-low", 39,
                {"collision.response=" + response, "bodies.cloth.cloth.grid.vertices=[25, 25]",
                 "bodies.funnel.obstacle.funnel.sides=24"})
                .y();
  };
  const double flown = fallen("inelastic_projection");
  EXPECT_GT(flown, 0.7);
  EXPECT_LT(fallen("rigid_zones"), 0.7 * flown);
}

TEST(HarmonScenes, SquaresSlideDownTheInclineWithProjectionAndStickWithRigidZones) {
  const auto slid = [](const std::string& response) {
    return -run("incline", 60, {"collision.response=" + response}).x();
  };
  const double free = slid("inelastic_projection");
  EXPECT_GT(free, 0.3);
  EXPECT_LT(slid("rigid_zones"), 0.05 * free);
}

TEST(HarmonScenes, RibbonSlidesLessTheMoreFrictionThereIs) {
  double before = 1e300;
  for (const char* friction : {"0", "0.1", "0.2", "0.3", "0.5"}) {
    const Vec3 way = run("ribbon", 50,
                         {"bodies.ribbon.cloth.ribbon.along=40", "bodies.ribbon.cloth.ribbon.across=2",
                          std::string("collision.pairs.0.friction=") + friction});
    const double slid = -way.x();
    EXPECT_LT(slid, before - 0.2) << friction;
    before = slid;
  }
}

}  // namespace
}  // namespace muslin::harmon_scenes_test
