#include <gtest/gtest.h>

#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/simulator.hpp>
#include <tests/support/sample_scenes.hpp>

// What only a quadratic programme keeps: guides, and limits on compression; and limits on cables, which all keep.
namespace muslin::scene_rows_test {
namespace {

std::string scene_with_cable(const std::string& more, const std::string& response = "qp_collide") {
  return R"({"version": 1, "collision": ")" + response + R"(", "forces": {"gravity": 0}, "bodies": [
{"name": "rope", "cable": {"cable": {"from": [0, 0, 0], "to": [1, 0, 0], "segments": 10}}, )" +
         more + "}]}";
}

std::string simulation_fault(const std::string& text) {
  const auto simulator = Simulator::create(test::valid_scene(text).scene);
  return simulator ? "" : simulator.error().message();
}

TEST(SceneRows, ReadsGuidesAndLimitsOfCables) {
  const Scene scene =
      test::valid_scene(scene_with_cable(
                            R"("guides": [{"vertices": "last", "direction": [0, 2, 0], "speed": "5 cm/s"}],
                              "stretch_limit": {"limit": "2 %", "compression": "3 %"})"))
          .scene;
  ASSERT_EQ(scene.bodies[0].guides.size(), 1U);
  const Guide& guide = scene.bodies[0].guides[0];
  EXPECT_EQ(guide.vertex, VertexId(10));
  EXPECT_EQ(guide.direction, Vec3(0, 1, 0));
  EXPECT_DOUBLE_EQ(guide.speed, 0.05);
  ASSERT_TRUE(scene.bodies[0].body.stretch_limit);
  EXPECT_DOUBLE_EQ(scene.bodies[0].body.stretch_limit->limit, 0.02);
  EXPECT_DOUBLE_EQ(scene.bodies[0].body.stretch_limit->compression, 0.03);
}

TEST(SceneRows, TheResolvedCopyIsTheSameScene) {
  const LoadedScene loaded = test::valid_scene(scene_with_cable(
      R"("guides": [{"vertices": "last", "direction": [0, 1, 0], "speed": 0.1}], "stretch_limit": 0.1)"));
  test::expect_same_scene(loaded.scene, test::valid_scene(loaded.resolved_json).scene);
}

TEST(SceneRows, SaysWhatIsWrongWithGuides) {
  const auto fault = [](const std::string& more) { return test::scene_error(scene_with_cable(more)); };
  EXPECT_NE(fault(R"("guides": [{"vertices": "last", "direction": [0, 0, 0], "speed": 1}])").find("has no length"),
            std::string::npos);
  EXPECT_NE(fault(R"("pins": [{"vertices": "last"}],
                     "guides": [{"vertices": "last", "direction": [0, 1, 0], "speed": 1}])")
                .find("vertex 10 is pinned already"),
            std::string::npos);
}

TEST(SceneRows, SaysWhichResponsesKeepThem) {
  const std::string guide = R"("guides": [{"vertices": "last", "direction": [0, 1, 0], "speed": 1}])";
  EXPECT_EQ(simulation_fault(scene_with_cable(guide)), "");
  EXPECT_NE(simulation_fault(scene_with_cable(guide, "gauss_seidel")).find("\"gauss_seidel\" does not support guides"),
            std::string::npos);
  const std::string compression = R"("stretch_limit": {"limit": 0.1, "compression": 0.1})";
  EXPECT_EQ(simulation_fault(scene_with_cable(compression)), "");
  EXPECT_NE(
      simulation_fault(scene_with_cable(compression, "rigid_zones")).find("does not support limits on compression"),
      std::string::npos);
  const std::string rate = R"("stretch_limit": {"limit": 0.1, "rate": 0.5})";
  EXPECT_EQ(simulation_fault(scene_with_cable(rate)), "");
  EXPECT_NE(
      simulation_fault(scene_with_cable(rate, "rigid_zones")).find("does not support limits on the rate of stretch"),
      std::string::npos);
  EXPECT_EQ(simulation_fault(scene_with_cable(R"("stretch_limit": 0.1)", "gauss_seidel")), "");
}

// A guided end goes up as fast as it should, and takes the rope along; across that it is free.
TEST(SceneRows, GuidesAreFollowed) {
  auto simulator =
      Simulator::create(test::valid_scene(scene_with_cable(R"("material": "cotton_cord", "velocity": [0.1, 0, 0],
                              "guides": [{"vertices": "last", "direction": [0, 1, 0], "speed": 0.2}])"))
                            .scene);
  ASSERT_TRUE(simulator) << simulator.error().message();
  const Vec3 before = simulator->state().position[10];
  double time = 0.0;
  for (int frame = 0; frame < 5; ++frame)
    ASSERT_TRUE(simulator->advance([&](const StepReport& report) {
      time = report.time;
      return true;
    }));
  const Vec3 displacement = simulator->state().position[10] - before;
  EXPECT_NEAR(displacement.y(), 0.2 * time, 1e-6);
  EXPECT_NEAR(displacement.x(), 0.1 * time, 0.05 * time);
}

}  // namespace
}  // namespace muslin::scene_rows_test
