#include <gtest/gtest.h>

#include <muslin/io/scene/scene_file.hpp>
#include <muslin/model/material.hpp>
#include <tests/support/program.hpp>
#include <tests/support/sample_scenes.hpp>

namespace muslin::scene_file_test {
namespace {

using test::cloth_scene;
using test::valid_scene;

TEST(SceneFile, TheShortestSceneHasSoundDefaults) {
  const Scene scene = valid_scene(cloth_scene("")).scene;
  EXPECT_EQ(scene.up, Axis::y);
  EXPECT_EQ(scene.time.frame_rate, 24.0);
  EXPECT_EQ(scene.time.frames, 100);
  EXPECT_EQ(scene.loads.gravity, Vec3(0, -9.81, 0));
  ASSERT_EQ(scene.bodies.size(), 1U);
  const Body& sheet = scene.bodies[0].body;
  EXPECT_EQ(sheet.kind, BodyKind::cloth);
  EXPECT_EQ(sheet.mesh.positions.size(), 12U);
  EXPECT_EQ(sheet.mesh.material.size(), 12U);
  EXPECT_EQ(sheet.bending_model, BendingModel::quadratic);
  EXPECT_EQ(sheet.fabric.thickness, Fabric{}.thickness);
  EXPECT_TRUE(scene.bodies[0].scripts.empty());
}

TEST(SceneFile, ReadsTheRichScene) {
  const Scene scene = valid_scene(test::rich_scene()).scene;
  test::expect_sound_scene(scene);
  EXPECT_EQ(scene.about, "Everything at once");
  EXPECT_EQ(scene.time.frames, 60);
  EXPECT_EQ(scene.time.start_frame, 101);
  EXPECT_EQ(scene.time.step, 0.002);
  EXPECT_EQ(scene.integrator.method, IntegratorMethod::newmark);
  EXPECT_EQ(scene.integrator.solver, LinearSolver::direct);
  EXPECT_EQ(scene.loads.gravity, Vec3(0, -3.5, 0));
  EXPECT_DOUBLE_EQ(scene.loads.wind.x(), 5 / 3.6);
  EXPECT_EQ(scene.loads.damping, 0.5);
  ASSERT_EQ(scene.bodies.size(), 6U);

  const SceneBody& sheet = scene.bodies[0];
  EXPECT_EQ(sheet.body.fabric.thickness, 1e-3);
  EXPECT_EQ(sheet.body.fabric.stretch_warp, find_fabric("cotton")->fabric.stretch_warp);
  EXPECT_EQ(sheet.body.velocity, Vec3(0, 0, 0.25));
  // Vertex 0 stands at (-0.5, 0, 0.25) before it is doubled, turned by 90° about x (z → -y, y → z) and lifted.
  EXPECT_LT((sheet.body.mesh.positions[0] - Vec3(-1, 1.5 - 0.5, 0)).norm(), 1e-15);
  EXPECT_EQ(sheet.body.mesh.material[8], Vec2(2, 0));  // scaled like the shape
  ASSERT_EQ(sheet.scripts.size(), 2U);
  EXPECT_EQ(sheet.scripts[0].vertices, (std::vector{VertexId(0), VertexId(8), VertexId(54), VertexId(62)}));
  EXPECT_EQ(sheet.scripts[0].motion, nullptr);
  EXPECT_EQ(sheet.scripts[1].vertices, (std::vector{VertexId(30), VertexId(31), VertexId(32), VertexId(40)}));
  EXPECT_NE(sheet.scripts[1].motion, nullptr);

  const Body& tin = scene.bodies[1].body;
  EXPECT_EQ(tin.kind, BodyKind::shell);
  EXPECT_EQ(tin.bending_model, BendingModel::hinges);
  EXPECT_EQ(tin.fabric.bending_warp, 0.01);
  EXPECT_EQ(tin.fabric.bending_weft, 0.01);
  EXPECT_EQ(tin.fabric.shear, 200.0);
  EXPECT_EQ(tin.plasticity.yield_curvature, 200.0);
  EXPECT_TRUE(tin.mesh.material.empty());

  EXPECT_EQ(scene.bodies[2].body.stretch_model, StretchModel::springs);
  EXPECT_EQ(scene.bodies[2].body.fabric.stretch_weft, 1000.0);
  EXPECT_DOUBLE_EQ(scene.bodies[2].body.fabric.areal_density, 0.1);

  const SceneBody& line = scene.bodies[3];
  EXPECT_EQ(line.body.kind, BodyKind::cable);
  EXPECT_EQ(line.body.mesh.segments.size(), 10U);
  EXPECT_EQ(line.body.cable.linear_density, 0.02);
  EXPECT_EQ(line.body.cable.friction, 0.2);
  EXPECT_EQ(line.scripts[0].vertices, (std::vector{VertexId(0), VertexId(10)}));

  const SceneBody& ball = scene.bodies[4];
  EXPECT_EQ(ball.body.fabric.friction, 0.6);
  EXPECT_EQ(ball.scripts[0].vertices.size(), ball.body.mesh.positions.size());
  EXPECT_EQ(scene.bodies[5].scripts[0].motion, nullptr);

  ASSERT_EQ(scene.ties.size(), 4U);
  EXPECT_EQ(scene.ties[0].stiffness, 2000.0);
  EXPECT_EQ(scene.ties[0].from, 3);
  EXPECT_EQ(scene.ties[0].vertex, VertexId(10));
  EXPECT_NEAR(scene.ties[0].length, (line.body.mesh.positions[10] - scene.bodies[0].body.mesh.positions[4]).norm(),
              1e-15);
  EXPECT_EQ(scene.ties[1].to, 5);
  EXPECT_EQ(scene.ties[1].length, 0.0);
  EXPECT_EQ(*scene.expect.max_strain, 0.05);
}

TEST(SceneFile, TheResolvedCopyIsTheSameScene) {
  const LoadedScene first = valid_scene(test::rich_scene());
  const LoadedScene second = valid_scene(first.resolved_json);
  test::expect_same_scene(first.scene, second.scene);
  EXPECT_EQ(first.resolved_json, second.resolved_json);
  // Nothing is left to the defaults.
  for (const char* said :
       {"\"gravity\": [0, -3.5, 0]", "\"frames\": 60", "\"newton_steps\": 2", "\"bending_model\": \"quadratic\"",
        "\"max_iterations\": 2000", "\"rest\": \"uv\"", "\"bending_weft\": 0.01", "\"axis\": \"y\""})
    EXPECT_NE(first.resolved_json.find(said), std::string::npos) << said << "\n" << first.resolved_json;
  EXPECT_EQ(first.resolved_json.find("cm"), std::string::npos);
}

TEST(SceneFile, ListsItsFilesAndNamesThemFromTheRunFolder) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "meshes");
  folder.write("meshes/flag.obj", "v 0 0 0\nv 100 0 0\nv 0 100 0\nf 1 2 3\n");
  const auto path = folder.write("a.json", R"({"version": 1, "bodies": [
    {"name": "flag", "cloth": {"file": "meshes/flag.obj", "unit": "cm"}},
    {"name": "wall", "obstacle": "meshes/flag.obj", "place": {"translate": [0, 0, -1]}}]})");
  const auto loaded = read_scene(path, {.resolved_folder = folder / "runs/one"});
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(loaded->scene.bodies[0].body.mesh.positions[1], Vec3(1, 0, 0));
  EXPECT_EQ(loaded->scene.bodies[1].body.mesh.positions[1], Vec3(100, 0, -1));
  ASSERT_EQ(loaded->files.size(), 2U);
  EXPECT_EQ(loaded->files[0].path, path);
  EXPECT_EQ(loaded->files[1].path, folder / "meshes/flag.obj");
  EXPECT_EQ(loaded->files[1].size, 36U);
  EXPECT_EQ(loaded->files[1].hash.size(), 16U);
  EXPECT_NE(loaded->resolved_json.find("\"../../meshes/flag.obj\""), std::string::npos) << loaded->resolved_json;

  std::filesystem::create_directories(folder / "runs/one");
  const auto again = read_scene(folder.write("runs/one/scene.json", loaded->resolved_json));
  ASSERT_TRUE(again) << again.error().message();
  test::expect_same_scene(loaded->scene, again->scene);

  const auto plain = read_scene(path);
  ASSERT_TRUE(plain);
  EXPECT_NE(plain->resolved_json.find('"' + (folder / "meshes/flag.obj").string() + '"'), std::string::npos);
}

TEST(SceneFile, AMissingSceneIsAnUnreadableFile) {
  const auto loaded = read_scene("/nowhere/a.json");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().kind, Error::Kind::unreadable_file);
  EXPECT_EQ(loaded.error().message(),
            "/nowhere/a.json: cannot open the file: No such file or directory; check the path");
}

TEST(SceneFile, WithZUpShapesStandUprightAndGravityFollows) {
  const std::string text = R"({"version": 1, "up": "z", "bodies": [
    {"name": "a", "cloth": {"grid": [3, 3], "size": [2, 4]}},
    {"name": "b", "obstacle": {"box": {"size": [1, 2, 3]}}, "place": {"translate": [0, 0, -5]}},
    {"name": "c", "obstacle": {"cylinder": {"height": 3, "radius": 0.1}}},
    {"name": "d", "obstacle": {"rod": {"axis": "y", "length": 3, "radius": 0.1}}},
    {"name": "e", "cable": {"cable": {"from": [0, 0, 1], "to": [0, 0, 2]}}},
    {"name": "f", "obstacle": {"funnel": {}}}]})";
  const LoadedScene loaded = valid_scene(text);
  const Scene& scene = loaded.scene;
  EXPECT_EQ(scene.loads.gravity, Vec3(0, 0, -9.81));
  const auto size = [&](std::size_t i) {
    Vec3 low = scene.bodies[i].body.mesh.positions[0], high = low;
    for (const Vec3& x : scene.bodies[i].body.mesh.positions) {
      low = low.cwiseMin(x);
      high = high.cwiseMax(x);
    }
    return Vec3(high - low);
  };
  EXPECT_EQ(size(0), Vec3(2, 4, 0));
  EXPECT_EQ(scene.bodies[0].body.mesh.positions[0], Vec3(-1, -2, 0));
  EXPECT_EQ(size(1), Vec3(1, 2, 3));
  EXPECT_NEAR(size(2).z(), 3.0, 1e-12);
  EXPECT_NEAR(size(3).y(), 3.2, 1e-12);
  EXPECT_EQ(size(4), Vec3(0, 0, 1));
  EXPECT_NEAR(size(5).z(), 0.6, 1e-12);
  EXPECT_NEAR(size(5).x(), 1.0, 1e-12);
  test::expect_same_scene(scene, valid_scene(loaded.resolved_json).scene);
}

class EveryGenerator : public testing::TestWithParam<const char*> {};

TEST_P(EveryGenerator, MakesAShapeFromItsDefaults) {
  const std::string name = GetParam();
  const std::string text = R"({"version": 1, "bodies": [{"name": "a", "obstacle": {")" + name + R"(": {}}}]})";
  const LoadedScene loaded = valid_scene(text);
  ASSERT_EQ(loaded.scene.bodies.size(), 1U);
  EXPECT_GT(loaded.scene.bodies[0].body.mesh.positions.size(), 4U);
  test::expect_same_scene(loaded.scene, valid_scene(loaded.resolved_json).scene);
  const std::string wrong =
      R"({"version": 1, "bodies": [{"name": "a", "obstacle": {")" + name + R"(": {"colour": 1}}}]})";
  EXPECT_EQ(test::scene_error(wrong).rfind("a.json:1: /bodies/0/obstacle/" + name + ": unknown key \"colour\"; ", 0),
            0U);
}

INSTANTIATE_TEST_SUITE_P(All, EveryGenerator,
                         testing::Values("grid", "ribbon", "disc", "sphere", "box", "cylinder", "rod", "plane",
                                         "funnel", "trough", "cable"));

}  // namespace
}  // namespace muslin::scene_file_test
