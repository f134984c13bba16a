#include <gtest/gtest.h>

#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/simulator.hpp>
#include <tests/support/sample_scenes.hpp>

namespace muslin::scene_embedding_test {
namespace {

/// A sheet of 21 × 21 vertices, 5 cm apart, and what else is said of plates of 12 cm × 12 cm, 5 mm above it.
std::string scene_with_plates(const std::string& plates, const std::string& sheet = "") {
  return R"({"version": 1, "bodies": [
{"name": "sheet", "cloth": {"grid": [21, 21], "size": [1, 1]})" +
         sheet + R"(},
{"name": "plates", "embedded": {"grid": [3, 3], "size": [0.12, 0.12]}, "place": {"translate": [0, 0.005, 0]},
)" + plates +
         "}]}";
}

/// The first thing that is wrong with a scene that can be read.
std::string simulation_fault(const std::string& text) {
  const auto simulator = Simulator::create(test::valid_scene(text).scene);
  return simulator ? "" : simulator.error().message();
}

TEST(SceneEmbedding, CopiesAreObjectsWithFootprints) {
  const Scene scene =
      test::valid_scene(scene_with_plates(R"("on": "sheet", "mass": "2 g", "copies": [[0, 0, 0], [0.3, 0, 0.2]])",
                                          R"(, "velocity": [0, 1, 0])"))
          .scene;
  const Body& plates = scene.bodies[1].body;
  EXPECT_EQ(plates.kind, BodyKind::embedded);
  EXPECT_EQ(plates.embedding.host, 0);
  EXPECT_DOUBLE_EQ(plates.embedding.mass, 0.002);
  EXPECT_EQ(plates.velocity, Vec3(0, 1, 0));
  ASSERT_EQ(plates.embedding.objects.size(), 2U);
  for (const EmbeddedObject& object : plates.embedding.objects) {
    EXPECT_EQ(object.vertices.size(), 9U);
    EXPECT_EQ(object.footprint.size(), 9U);
  }
  EXPECT_NEAR(plates.mesh.positions[9].x() - plates.mesh.positions[0].x(), 0.3, 1e-12);
}

TEST(SceneEmbedding, CopiesCanStandInRows) {
  const Scene scene =
      test::valid_scene(
          scene_with_plates(R"("on": "sheet", "copies": {"counts": [2, 3], "steps": [[0.3, 0, 0], [0, 0, 0.25]]})"))
          .scene;
  const Body& plates = scene.bodies[1].body;
  EXPECT_EQ(plates.embedding.objects.size(), 6U);
  Vec3 sum = Vec3::Zero();
  for (const Vec3& x : plates.mesh.positions) sum += x;
  EXPECT_LT((sum / 54.0 - Vec3(0, 0.005, 0)).norm(), 1e-12);  // around its place
  EXPECT_TRUE(simulation_fault(scene_with_plates(R"("on": "sheet")")).empty());
}

TEST(SceneEmbedding, TheResolvedCopyIsTheSameScene) {
  const LoadedScene loaded = test::valid_scene(scene_with_plates(
      R"("on": {"body": "sheet", "reach": "6 mm"}, "copies": {"counts": [2, 1], "steps": [[0.3, 0, 0], [0, 0, 0.2]]})"));
  const LoadedScene again = test::valid_scene(loaded.resolved_json);
  test::expect_same_scene(loaded.scene, again.scene);
  const Embedding &one = loaded.scene.bodies[1].body.embedding, &other = again.scene.bodies[1].body.embedding;
  EXPECT_EQ(one.mass, other.mass);
  ASSERT_EQ(one.objects.size(), 2U);
  ASSERT_EQ(other.objects.size(), 2U);
  for (std::size_t o = 0; o < 2; ++o) EXPECT_EQ(one.objects[o].footprint, other.objects[o].footprint);
}

TEST(SceneEmbedding, SaysWhatCannotBe) {
  EXPECT_EQ(
      test::scene_error(scene_with_plates(R"("on": "shet")")),
      "a.json:4: /bodies/1/on/body: there is no body named \"shet\"; did you mean \"sheet\"? known: sheet, plates");
  EXPECT_EQ(
      test::scene_error(scene_with_plates(R"("on": "plates")")),
      "a.json:4: /bodies/1/on/body: \"plates\" is neither a cloth nor a shell; only these can carry embedded objects");
  EXPECT_EQ(test::scene_error(scene_with_plates(R"("on": "sheet", "mass": 0)")),
            "a.json:4: /bodies/1/mass: 0 kg; must be more than 0 kg and at most 1e+06 kg");
  EXPECT_EQ(simulation_fault(scene_with_plates(R"("on": {"body": "sheet", "reach": "1 mm"})")),
            "body 'plates': object 0 at (-0.06, 0.005, 0.06) m reaches 0 vertices of 'sheet' but needs at least three "
            "that are not collinear; increase its reach, move it nearer, or refine the mesh there");
  EXPECT_EQ(
      simulation_fault(scene_with_plates(R"("on": "sheet")", R"(, "pins": [220])")),
      "body 'plates': object 0 at (-0.06, 0.005, 0.06) m rests on vertex 220 of 'sheet', which belongs to a pin; move "
      "the object, or reduce its reach");
  EXPECT_EQ(
      simulation_fault(scene_with_plates(R"("on": "sheet", "copies": [[0, 0, 0], [0.1, 0.01, 0]])")),
      "body 'plates': object 1 at (0.04, 0.015, 0.06) m rests on vertex 200 of 'sheet', which belongs to an object "
      "of 'plates'; move the object, or reduce its reach");
}

}  // namespace
}  // namespace muslin::scene_embedding_test
