#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/io/mesh/pc2.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <tests/support/program.hpp>
#include <tests/support/sample_scenes.hpp>

namespace muslin::scene_parts_test {
namespace {

using test::cloth_scene;
using test::scene_error;
using test::valid_scene;

/// Vertices of the grid of 4 columns and 3 rows, 1 m × 1 m, that a pin selects.
std::vector<int> selected(const std::string& selection) {
  const Scene scene = valid_scene(cloth_scene("\"pins\": [{\"vertices\": " + selection + "}]")).scene;
  std::vector<int> numbers;
  if (scene.bodies.empty()) return numbers;
  for (const VertexId v : scene.bodies[0].scripts.at(0).vertices) numbers.push_back(v.value);
  return numbers;
}

std::string selection_fault(const std::string& selection) {
  return scene_error(cloth_scene("\"pins\": [{\"vertices\": " + selection + "}]"));
}

TEST(SceneSelection, NamesTheSidesOfAGrid) {
  EXPECT_EQ(selected("\"corners\""), (std::vector{0, 3, 8, 11}));
  EXPECT_EQ(selected("\"bottom\""), (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(selected("\"top\""), (std::vector{8, 9, 10, 11}));
  EXPECT_EQ(selected("\"left\""), (std::vector{0, 4, 8}));
  EXPECT_EQ(selected("\"right\""), (std::vector{3, 7, 11}));
  EXPECT_EQ(selected("\"all\"").size(), 12U);
  EXPECT_EQ(selected("\"boundary\""), (std::vector{0, 1, 2, 3, 4, 7, 8, 9, 10, 11}));
}

TEST(SceneSelection, TakesNumbersRangesPlacesAndUnions) {
  EXPECT_EQ(selected("5"), (std::vector{5}));
  EXPECT_EQ(selected("[7, 2, 7, \"3-5\"]"), (std::vector{2, 3, 4, 5, 7}));
  EXPECT_EQ(selected("\"11\""), (std::vector{11}));
  // Columns at x = -0.5 … 0.5, rows at z = 0.5, 0, -0.5.
  EXPECT_EQ(selected(R"({"box": {"min": [-1, -1, -0.1], "max": [0, 1, 0.1]}})"), (std::vector{4, 5}));
  EXPECT_EQ(selected(R"({"near": {"point": [0.5, 0, 0.5], "radius": "40 cm"}})"), (std::vector{2, 3}));
  EXPECT_EQ(selected(R"([{"nearest": [9, 9, -9]}, "left"])"), (std::vector{0, 4, 8, 11}));
}

TEST(SceneSelection, SaysWhatItDoesNotFind) {
  EXPECT_EQ(selection_fault("12"),
            "a.json:2: /bodies/0/pins/0/vertices: there is no vertex 12; \"sheet\" has vertices 0 to 11");
  EXPECT_EQ(selection_fault("[0, \"5-3\"]"),
            "a.json:2: /bodies/0/pins/0/vertices/1: the range ends before it begins; write the smaller number first");
  EXPECT_EQ(
      selection_fault("\"topp\""),
      "a.json:2: /bodies/0/pins/0/vertices: \"sheet\" has no vertices named \"topp\"; did you mean \"top\"? known: "
      "all, corners, top, bottom, left, right, boundary, and ranges such as \"0-39\"");
  EXPECT_EQ(selection_fault(R"({"near": {"point": [5, 5, 5], "radius": 0.1}})"),
            "a.json:2: /bodies/0/pins/0/vertices: the selection has no vertex of \"sheet\"; enlarge it, or find the "
            "start position of the body with muslin check");
  EXPECT_EQ(selection_fault("[]").substr(0, 52), "a.json:2: /bodies/0/pins/0/vertices: has 0 items; mu");
  EXPECT_EQ(selection_fault("-1").substr(0, 40), "a.json:2: /bodies/0/pins/0/vertices: -1;");
  EXPECT_NE(selection_fault(R"({"group": "x"})").find("has no group named \"x\"; there are none"), std::string::npos);
  EXPECT_EQ(scene_error(cloth_scene("\"pins\": [\"left\", \"corners\"]")),
            "a.json:2: /bodies/0/pins/1/vertices: vertex 0 is pinned already by pin 0; use one script per vertex");
}

TEST(SceneSelection, FindsGroupsOfAFile) {
  const test::TemporaryFolder folder;
  folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\ng body\nf 1 2 3\ng collar\nf 2 4 3\n");
  const LoadedScene loaded = valid_scene(
      R"({"version": 1, "bodies": [{"name": "a", "cloth": "a.obj", "pins": [{"vertices": {"group": "collar"}}]},
        {"name": "b", "cloth": {"file": "a.obj", "group": "collar"}, "place": {"translate": [0, 0, 1]}}]})",
      {}, folder.path());
  ASSERT_EQ(loaded.scene.bodies.size(), 2U);
  EXPECT_EQ(loaded.scene.bodies[0].scripts[0].vertices, (std::vector{VertexId(1), VertexId(2), VertexId(3)}));
  EXPECT_EQ(loaded.scene.bodies[1].body.mesh.positions.size(), 3U);
  EXPECT_EQ(loaded.scene.bodies[1].body.mesh.positions[0], Vec3(1, 0, 1));
}

std::string flag(const char* uv) { return std::string("v 0 0 0\nv 1 0 0\nv 0 1 0\n") + uv + "f 1/1 2/2 3/3\n"; }

TEST(SceneRest, UsesTextureCoordinatesOnlyWhereTheyAreThePattern) {
  const test::TemporaryFolder folder;
  folder.write("metres.obj", flag("vt 0 0\nvt 1.1 0\nvt 0 1.1\n"));
  folder.write("unit.obj", flag("vt 0 0\nvt 0.1 0\nvt 0 0.1\n"));
  const auto material = [&](const std::string& file, const std::string& members) {
    const LoadedScene loaded = valid_scene(R"({"version": 1, "bodies": [{"name": "a", )" + members.substr(1) +
                                               (members.size() > 1 ? ", " : "") + R"("cloth": )" + file + "}]}",
                                           {}, folder.path());
    return loaded.scene.bodies.empty() ? std::vector<Vec2>{} : loaded.scene.bodies[0].body.mesh.material;
  };
  EXPECT_EQ(material("\"metres.obj\"", " ")[1], Vec2(1.1, 0));
  EXPECT_EQ(material(R"({"file": "metres.obj", "unit": "cm"})", R"( "place": {"scale": 2})")[1],
            Vec2(1.1 * (0.01 * 2), 0));
  EXPECT_TRUE(material("\"unit.obj\"", " ").empty());
  EXPECT_TRUE(material("\"metres.obj\"", " \"rest\": \"start\"").empty());
  EXPECT_EQ(material("\"unit.obj\"", " \"rest\": \"uv\"")[1], Vec2(0.1, 0));
  EXPECT_EQ(material("\"unit.obj\"", " \"rest\": {\"uv_scale\": \"12 m\"}")[1], Vec2(0.1 * 12, 0));
  const Vec2 turned = material("\"metres.obj\"", " \"warp_direction\": 90")[1];
  EXPECT_LT((turned - Vec2(0, -1.1)).norm(), 1e-15);  // what lay along weft is now along the warp
  EXPECT_EQ(
      scene_error(R"({"version": 1, "bodies": [{"name": "a", "cloth": {"sphere": {}}, "rest": "uv"}]})"),
      "a.json:1: /bodies/0/rest: the mesh has no texture coordinates; unwrap the mesh, or set \"rest\": \"start\"");
  EXPECT_NE(scene_error(R"({"version": 1, "bodies": [{"name": "a", "cloth": {"sphere": {}}, "warp_direction": 5}]})")
                .find("/bodies/0/warp_direction: the sheet has no material coordinates to rotate"),
            std::string::npos);
}

/// Where vertex 0 of an obstacle is.
Vec3 position(const Scene& scene, double time) {
  const SceneBody& body = scene.bodies.at(0);
  std::vector<Vec3> positions = body.body.mesh.positions;
  const auto status = body.scripts.at(0).motion->evaluate(time, body.body.mesh.positions, positions);
  EXPECT_TRUE(status);
  return positions[0];
}

Scene box_scene(const std::string& motion) {
  return valid_scene(R"({"version": 1, "time": {"frame_rate": 10, "start_frame": 5}, "bodies": [{"name": "a",
    "obstacle": {"box": {}}, "place": {"translate": [2, 0, 0]}, "motion": )" +
                     motion + "}]}")
      .scene;
}

std::string box_fault(const std::string& motion) {
  return scene_error(R"({"version": 1, "bodies": [{"name": "a", "obstacle": {"box": {}}, "motion": )" + motion + "}]}");
}

TEST(SceneMotion, MovesByVelocityWithinItsTimes) {
  const Scene scene = box_scene(R"({"velocity": [0, "10 cm/s", 0], "begin": 1, "end": 3})");
  const Vec3 start = scene.bodies[0].body.mesh.positions[0];
  EXPECT_EQ(position(scene, 0.5), start);
  EXPECT_LT((position(scene, 2) - start - Vec3(0, 0.1, 0)).norm(), 1e-15);
  EXPECT_LT((position(scene, 9) - start - Vec3(0, 0.2, 0)).norm(), 1e-15);
}

TEST(SceneMotion, SpinsAboutTheCentreOfTheBody) {
  for (const char* motion : {R"({"spin": {"axis": "y", "rate": "15 rpm"}})", R"({"angular_velocity": [0, 90, 0]})",
                             R"({"spin": {"axis": [0, 3, 0], "rate": 90}, "centre": [2, 5, 0]})"}) {
    const Scene scene = box_scene(motion);
    const Vec3 start = scene.bodies[0].body.mesh.positions[0] - Vec3(2, 0, 0);
    // A quarter turn about y takes z to x and x to -z.
    EXPECT_LT((position(scene, 1) - Vec3(2 + start.z(), start.y(), -start.x())).norm(), 1e-14) << motion;
  }
}

TEST(SceneMotion, KeyframesTakeTimesOrFrames) {
  const Scene scene = box_scene(R"({"interpolation": "linear", "keyframes": [{"frame": 5},
    {"frame": 15, "translate": [1, 0, 0]}, {"time": 2, "translate": [1, 1, 0], "rotate": [0, "1 turn", 0]}]})");
  const Vec3 start = scene.bodies[0].body.mesh.positions[0];
  EXPECT_LT((position(scene, 0.5) - start - Vec3(0.5, 0, 0)).norm(), 1e-14);
  EXPECT_LT((position(scene, 1.0) - start - Vec3(1, 0, 0)).norm(), 1e-14);
  EXPECT_LT((position(scene, 2.0) - start - Vec3(1, 1, 0)).norm(), 1e-14);
  EXPECT_GT((position(scene, 1.5) - start - Vec3(1, 0.5, 0)).norm(), 0.5);  // half a turn
}

TEST(SceneMotion, AnObstacleStartsWhereItsMotionHasIt) {
  const Scene scene = box_scene(R"({"keyframes": [{"time": 0, "translate": [0, 7, 0]}, {"time": 1}]})");
  EXPECT_LT((scene.bodies[0].body.mesh.positions[0] - Vec3(1.5, 6.5, -0.5)).cwiseAbs().maxCoeff(), 1.0 + 1e-12);
  EXPECT_GT(scene.bodies[0].body.mesh.positions[0].y(), 6.0);
  EXPECT_EQ(position(scene, 0), scene.bodies[0].body.mesh.positions[0]);
  EXPECT_LT(position(scene, 1).y(), 0.6);
  EXPECT_EQ(scene_error(cloth_scene(R"("pins": [{"vertices": [0], "motion":
    {"keyframes": [{"time": 0, "translate": [0, 7, 0]}]}}])")),
            "a.json:3: /bodies/0/pins/0/motion: pinned vertices would jump by 7 m at the start; make the motion begin "
            "at the start position of the body");
}

TEST(SceneMotion, SaysWhatMakesNoSense) {
  EXPECT_EQ(box_fault("{}"),
            "a.json:1: /bodies/0/motion: the motion is empty; give \"keyframes\", \"velocity\", \"angular_velocity\", "
            "\"spin\" "
            "or \"file\"");
  EXPECT_EQ(
      box_fault(R"({"keyframes": [{"time": 1}, {"time": 1}]})"),
      "a.json:1: /bodies/0/motion/keyframes/1: the keyframe at 1 s is not later than the one before it; list keyframes "
      "in chronological order");
  EXPECT_EQ(box_fault(R"({"velocity": [1, 0, 0], "begin": 2, "end": 1})"),
            "a.json:1: /bodies/0/motion/end: the motion ends before it begins; make \"end\" later than \"begin\"");
  EXPECT_EQ(box_fault(R"({"spin": {"axis": [0, 0, 0], "rate": 1}})"),
            "a.json:1: /bodies/0/motion/spin/axis: the axis has no direction; use e.g. [0, 1, 0] or \"y\"");
  EXPECT_EQ(box_fault(R"({"file": "a.pc2", "velocity": [1, 0, 0]})").substr(0, 58),
            "a.json:1: /bodies/0/motion: unknown key \"velocity\"; known:");
}

std::filesystem::path write_cache(const test::TemporaryFolder& folder, int points, int samples) {
  const auto path = folder / "walk.pc2";
  auto writer = Pc2Writer::create(path, {.points = points, .start = 0, .sample_rate = 1, .samples = 0});
  EXPECT_TRUE(writer);
  for (int k = 0; k < samples; ++k) {
    std::vector<Vec3> frame;
    for (int v = 0; v < points; ++v) frame.emplace_back(100 * v, 10 * k, 0);
    EXPECT_TRUE(writer->append(frame));
  }
  EXPECT_TRUE(writer->close());
  return path;
}

const char* const kTriangle = "v 0 0 0\nv 100 0 0\nv 200 1 0\nf 1 2 3\n";

std::string animated_scene(const std::string& motion) {
  return R"({"version": 1, "time": {"frame_rate": 10}, "bodies": [{"name": "a", "obstacle": {"file": "a.obj", "unit": "cm"},
    "place": {"translate": [0, 0, 3]}, "motion": )" +
         motion + "}]}";
}

TEST(SceneMotion, FollowsAPointCacheInTheUnitAndPlaceOfItsBody) {
  const test::TemporaryFolder folder;
  folder.write("a.obj", kTriangle);
  write_cache(folder, 3, 4);
  const LoadedScene loaded =
      valid_scene(animated_scene(R"({"file": "walk.pc2", "frame_rate": 20, "begin_frame": 3})"), {}, folder.path());
  ASSERT_EQ(loaded.scene.bodies.size(), 1U);
  EXPECT_EQ(loaded.scene.bodies[0].body.mesh.positions[1], Vec3(1, 0, 3));  // the first frame's, not the mesh's
  EXPECT_LT((position(loaded.scene, 0.2) - Vec3(0, 0, 3)).norm(), 1e-15);
  EXPECT_LT((position(loaded.scene, 0.2 + 2 * 0.05) - Vec3(0, 0.2, 3)).norm(), 1e-12);
  EXPECT_EQ(loaded.files.size(), 2U);
  test::expect_same_scene(loaded.scene, valid_scene(loaded.resolved_json).scene);
}

TEST(SceneMotion, FollowsAFolderOfNumberedMeshes) {
  const test::TemporaryFolder folder;
  folder.write("a.obj", kTriangle);
  std::filesystem::create_directory(folder / "walk");
  for (int k = 1; k <= 3; ++k)
    folder.write(fmt::format("walk/a_{:03}.obj", k), fmt::format("v 0 {0} 0\nv 100 {0} 0\nv 200 {0} 0\nf 1 2 3\n", k));
  const LoadedScene loaded = valid_scene(animated_scene(R"("walk")"), {}, folder.path());
  ASSERT_EQ(loaded.scene.bodies.size(), 1U);
  EXPECT_LT((position(loaded.scene, 0.2) - Vec3(0, 0.03, 3)).norm(), 1e-15);
  EXPECT_EQ(loaded.files.size(), 4U);
  std::filesystem::remove(folder / "walk/a_002.obj");
  const auto gap = read_scene_text(animated_scene(R"("walk")"), folder / "a.json");
  ASSERT_FALSE(gap);
  EXPECT_NE(gap.error().message().find("frame 2 is missing; export the sequence without gaps"), std::string::npos);
}

TEST(SceneMotion, TellsAnAnimationOfAnotherMesh) {
  const test::TemporaryFolder folder;
  folder.write("a.obj", kTriangle);
  write_cache(folder, 10, 2);
  const auto loaded = read_scene_text(animated_scene(R"({"file": "walk.pc2"})"), folder / "a.json");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().kind, Error::Kind::unreadable_file);
  EXPECT_NE(loaded.error().message().find(
                "a.json:2: /bodies/0/motion/file: walk.pc2 has 10 vertices, but body \"a\" has 3; export both"),
            std::string::npos)
      << loaded.error().message();
}

TEST(SceneAttachment, TiesToTheNearestPointOrToVertices) {
  const std::string bodies = R"({"version": 1, "bodies": [
    {"name": "sheet", "cloth": {"grid": [2, 2]}},
    {"name": "line", "cable": {"cable": {"from": [0.25, 0.5, 0.25], "to": [0.25, 1.5, 0.25], "segments": 2}}}],
    "attachments": [)";
  const Scene nearest = valid_scene(bodies + R"({"from": {"body": "line", "vertices": "first"}, "to": {"body": "sheet"},
    "length": "start"}]})")
                            .scene;
  ASSERT_EQ(nearest.ties.size(), 1U);
  const Tie& tie = nearest.ties[0];
  Vec3 anchor = Vec3::Zero();
  double sum = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    sum += tie.weight[k];
    if (tie.anchor[k].valid()) anchor += tie.weight[k] * nearest.bodies[0].body.mesh.positions[tie.anchor[k].index()];
  }
  EXPECT_NEAR(sum, 1.0, 1e-15);
  EXPECT_LT((anchor - Vec3(0.25, 0, 0.25)).norm(), 1e-15);
  EXPECT_NEAR(tie.length, 0.5, 1e-15);

  const Scene to_cable =
      valid_scene(bodies + R"({"from": {"body": "sheet", "vertices": [3, 0]}, "to": {"body": "line"}}]})").scene;
  ASSERT_EQ(to_cable.ties.size(), 2U);
  EXPECT_EQ(to_cable.ties[0].vertex, VertexId(3));  // in the order named
  EXPECT_FALSE(to_cable.ties[0].anchor[2].valid());

  const Scene pairs = valid_scene(bodies + R"({"from": {"body": "sheet", "vertices": [3, 0]},
    "to": {"body": "line", "vertices": [2, 1]}, "length": "2 cm"}]})")
                          .scene;
  EXPECT_EQ(pairs.ties[0].anchor[0], VertexId(2));
  EXPECT_EQ(pairs.ties[1].anchor[0], VertexId(1));
  EXPECT_EQ(pairs.ties[1].length, 0.02);

  EXPECT_EQ(
      scene_error(bodies + R"({"from": {"body": "sheet", "vertices": [0]}, "to": {"body": "lime"}}]})"),
      "a.json:4: /attachments/0/to/body: there is no body named \"lime\"; did you mean \"line\"? known: sheet, line");
  EXPECT_NE(
      scene_error(bodies +
                  R"({"from": {"body": "sheet", "vertices": "all"}, "to": {"body": "line", "vertices": [0, 1]}}]})")
          .find("4 vertices are attached to 2; name equally many vertices, a single one, or \"nearest\""),
      std::string::npos);
  EXPECT_NE(scene_error(bodies +
                        R"({"from": {"body": "sheet", "vertices": [0]}, "to": {"body": "sheet", "vertices": [0]}}]})")
                .find("vertex 0 is attached to itself"),
            std::string::npos);
}

}  // namespace
}  // namespace muslin::scene_parts_test
