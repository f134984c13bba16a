#include <gtest/gtest.h>

#include <muslin/io/scene/scene_file.hpp>
#include <muslin/model/material.hpp>
#include <tests/support/program.hpp>
#include <tests/support/sample_scenes.hpp>

namespace muslin::scene_errors_test {
namespace {

using test::cloth_scene;
using test::scene_error;

/// Expects the message to begin so.
void expect_begins(const std::string& message, const std::string& beginning) {
  EXPECT_EQ(message.substr(0, beginning.size()), beginning) << message;
}

TEST(SceneErrors, NameFileLinePathAndRange) {
  EXPECT_EQ(scene_error(cloth_scene("\n\"thickness\": -0.001")),
            "a.json:3: /bodies/0/thickness: -0.001 m; must be more than 0 m and at most 1 m");
  EXPECT_EQ(scene_error(cloth_scene("\"fabric\": {\n\n\"poisson\": 1}")),
            "a.json:4: /bodies/0/fabric/poisson: 1; must be at least 0 and less than 1");
  EXPECT_EQ(scene_error(cloth_scene("", "\"time\": {\"step\": \"2 min\"}")),
            "a.json:1: /time/step: 120 s; must be from 1e-07 to 1 s");
  EXPECT_EQ(scene_error(cloth_scene("", "\"time\": {\"frames\": 2.5}")),
            "a.json:1: /time/frames: 2.5; must be an integer");
  EXPECT_EQ(scene_error(cloth_scene("", "\"time\": {\"frames\": 1e300}")),
            "a.json:1: /time/frames: 1e+300; must be from 1 to 1e+07");
  EXPECT_EQ(scene_error(cloth_scene("\"velocity\": [0, 1]")), "a.json:2: /bodies/0/velocity: has 2 items; must have 3");
}

TEST(SceneErrors, NameTheNearestKey) {
  EXPECT_EQ(scene_error(cloth_scene("\"place\": {\n\"tranlsate\": [0, 0, 0]}")),
            "a.json:3: /bodies/0/place: unknown key \"tranlsate\"; did you mean \"translate\"? known: scale, rotate, "
            "translate");
  expect_begins(scene_error(cloth_scene("\"tickness\": 1")),
                "a.json:2: /bodies/0: unknown key \"tickness\"; did you mean \"thickness\"? known: name, cloth, ");
  EXPECT_EQ(
      scene_error(cloth_scene("", "\"response\": {}")),
      "a.json:1: unknown key \"response\"; known: $schema, version, about, up, time, from, integrator, collision, "
      "forces, bodies, attachments, output, expect");
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": [{"name": "a", "clot": "x.obj"}]})"),
            "a.json:1: /bodies/0: unknown key \"clot\"; did you mean \"cloth\"? known: cloth, shell, cable, obstacle, "
            "embedded");
  EXPECT_EQ(
      scene_error(cloth_scene("", "\"integrator\": \"newmrk\"")),
      "a.json:1: /integrator: unknown name \"newmrk\"; did you mean \"newmark\"? known: symplectic_euler, newmark, "
      "backward_euler");
  expect_begins(scene_error(cloth_scene("\"fabric\": \"coton\"")),
                "a.json:2: /bodies/0/fabric: unknown fabric \"coton\"; did you mean \"cotton\"? known: ");
}

TEST(SceneErrors, NameTheTypeThatWasWanted) {
  EXPECT_EQ(scene_error(cloth_scene("\"thickness\": [1]")),
            "a.json:2: /bodies/0/thickness: is a list; must be a length, e.g. 0.4, \"0.4 mm\", \"12 in\"");
  EXPECT_EQ(
      scene_error(cloth_scene("\"thickness\": \"3 kg\"")),
      "a.json:2: /bodies/0/thickness: \"3 kg\" is not a length; must be a length, e.g. 0.4, \"0.4 mm\", \"12 in\" "
      "(a plain number is in m)");
  EXPECT_EQ(scene_error(cloth_scene("", "\"up\": 1")), "a.json:1: /up: is a number; must be \"y\" or \"z\"");
  expect_begins(scene_error(cloth_scene("\"fabric\": 5")),
                "a.json:2: /bodies/0/fabric: is a number; must be a string, or an object with ");
  expect_begins(scene_error("[]"), "a.json:1: is a list; must be an object with \"$schema\", \"version\", ");
  expect_begins(scene_error(cloth_scene("\"thickness\": null")),
                "a.json:2: /bodies/0/thickness: is null; must be a length");
}

TEST(SceneErrors, NameWhatIsMissingOrTooMuch) {
  EXPECT_EQ(scene_error(R"({"bodies": []})"), "a.json:1: \"version\" is missing; must be an integer");
  EXPECT_EQ(scene_error(R"({"version": 2, "bodies": []})"), "a.json:1: /version: 2; must be from 1 to 1");
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": []})"), "a.json:1: /bodies: has 0 items; must have at least 1");
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": [{"name": "a"}]})"),
            "a.json:1: /bodies/0: its kind is missing; give one of \"cloth\", \"shell\", \"cable\", \"obstacle\" "
            "or \"embedded\"");
  EXPECT_EQ(scene_error(cloth_scene("\"obstacle\": \"x.obj\"")),
            "a.json:2: /bodies/0: \"cloth\" and \"obstacle\" exclude each other; keep only one of them");
  EXPECT_EQ(scene_error(cloth_scene("", "\"time\": {\"frames\": 1, \"duration\": 1}")),
            "a.json:1: /time: \"frames\" and \"duration\" exclude each other; keep only one of them");
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": [{"name": "a", "cloth": {}}]})").substr(0, 72),
            "a.json:1: /bodies/0/cloth: a key is missing; give one of \"file\", \"grid\",");
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": [{"cloth": {"grid": [2, 2]}}]})"),
            "a.json:1: /bodies/0: \"name\" is missing; must be a string");
}

TEST(SceneErrors, SayWhatToUseInstead) {
  EXPECT_EQ(scene_error(cloth_scene("\"motion\": {}")),
            "a.json:2: /bodies/0: unknown key \"motion\"; a cloth moves by itself; script some of its vertices with "
            "\"pins\"");
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": [{"name": "a", "obstacle": {"sphere": {}}, "pins": ["all"]}]})"),
            "a.json:1: /bodies/0: unknown key \"pins\"; an obstacle is prescribed as a whole; move it with \"motion\"");
  EXPECT_EQ(
      scene_error(cloth_scene("\"bending_model\": \"quadratic\", \"plasticity\": {\"yield_curvature\": 5}")),
      "a.json:2: /bodies/0/bending_model: quadratic bending cannot be plastic; say \"bending_model\": \"hinges\"");
  expect_begins(scene_error(cloth_scene("\"stretch_model\": \"springs\", \"bending_model\": \"hinges\"")),
                "a.json:2: /bodies/0/bending_model: the spring model has no \"bending_model\"");
}

TEST(SceneErrors, NamesOfBodiesAreUniqueAndNameFiles) {
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": [{"name": "a", "obstacle": {"sphere": {}}},
{"name": "A", "obstacle": {"sphere": {}}}]})"),
            "a.json:2: /bodies/1/name: \"A\" is also the name of body 0; give each body a unique name");
  for (const char* name : {"", ".hidden", "a/b", "a b", "..", "\\u00e9"})
    EXPECT_NE(scene_error(std::string(R"({"version": 1, "bodies": [{"name": ")") + name +
                          R"(", "obstacle": {"sphere": {}}}]})")
                  .find("cannot be used as a file name; use at most "),
              std::string::npos)
        << name;
}

TEST(SceneErrors, OfGeneratorsHaveTheirPath) {
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": [{"name": "a", "cloth": {"grid": [1, 5]}}]})"),
            "a.json:1: /bodies/0/cloth/grid/0: 1; must be from 2 to 1e+09");
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": [{"name": "a", "cloth": {"disc": {"radius": 0}}}]})"),
            "a.json:1: /bodies/0/cloth/disc/radius: 0 m; must be from 1e-06 to 1e+06 m");
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": [{"name": "a", "cloth": {"grid": [100000, 100000]}}]})"),
            "a.json:1: /bodies/0/cloth/grid: the shape would have 2e+10 triangles or segments; the maximum is 5e+07");
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": [{"name": "a", "cloth": {"disc": {}, "size": [1, 1]}}]})"),
            "a.json:1: /bodies/0/cloth/size: \"size\" belongs to a grid; move it into the shape that it describes");
  EXPECT_EQ(
      scene_error(R"({"version": 1, "bodies": [{"name": "a", "cloth": {"grid": {"size": [1, 1]}, "size": [1, 1]}}]})"),
      "a.json:1: /bodies/0/cloth/size: the size of the grid is given twice; keep only one of them");
  EXPECT_EQ(scene_error(R"({"version": 1, "bodies": [{"name": "a", "cloth": {"grid": {}, "unit": "cm"}}]})"),
            "a.json:1: /bodies/0/cloth/unit: \"unit\" applies only to mesh files; remove it");
  EXPECT_NE(
      scene_error(cloth_scene("\"place\": {\"scale\": 1e6, \"translate\": [-1e6, 0, 0]}"))
          .find("/bodies/0/cloth: a vertex is at (-1.5e+06, 0, 500000) m; it must be within 1e+06 m of the origin"),
      std::string::npos);
}

TEST(SceneErrors, OfMeshFilesAreOfTheFileKind) {
  const test::TemporaryFolder folder;
  folder.write("bad.obj", "v 0 0 0\nv x\n");
  folder.write("line.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n");
  folder.write("face.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\ng collar\nf 1 2 3\n");
  folder.write("points.obj", "v 0 0 0\n");
  const auto error = [&](const std::string& body) {
    const auto loaded =
        read_scene_text(R"({"version": 1, "bodies": [{"name": "a", )" + body + "}]}", folder / "a.json");
    EXPECT_FALSE(loaded) << body;
    EXPECT_EQ(loaded.error().kind, Error::Kind::unreadable_file);
    std::string message = loaded.error().message();
    for (std::size_t at = 0; (at = message.find(folder.path().string() + "/")) != std::string::npos;)
      message.erase(at, folder.path().string().size() + 1);
    return message;
  };
  EXPECT_EQ(
      error(R"("cloth": "none.obj")"),
      "a.json:1: /bodies/0/cloth/file: none.obj: cannot open the file: No such file or directory; check the path");
  expect_begins(error(R"("cloth": "bad.obj")"), "a.json:1: /bodies/0/cloth/file: bad.obj:2: ");
  EXPECT_EQ(error(R"("cloth": "x.stl")"),
            "a.json:1: /bodies/0/cloth/file: x.stl: unknown mesh format \".stl\"; known: .obj, .ply");
  expect_begins(error(R"("cloth": "line.obj")"), "a.json:1: /bodies/0/cloth: the mesh has segments but no triangles; ");
  expect_begins(error(R"("cable": "face.obj")"), "a.json:1: /bodies/0/cable: the mesh has triangles but no segments; ");
  expect_begins(error(R"("obstacle": "points.obj")"),
                "a.json:1: /bodies/0/obstacle: the mesh has no triangles and no segments; ");
  EXPECT_EQ(
      error(R"("cloth": {"file": "face.obj", "group": "colar"})"),
      "a.json:1: /bodies/0/cloth/group: face.obj has no group of that name; did you mean \"collar\"? known: collar");
}

TEST(SceneErrors, NumbersThatAreNoneAreRefused) {
  EXPECT_EQ(scene_error(cloth_scene("\"thickness\": 1e400")), "a.json:2: the number 1e400 is too large");
  EXPECT_NE(scene_error(cloth_scene("\"thickness\": NaN")).find("a.json:2: invalid JSON"), std::string::npos);
  EXPECT_NE(scene_error(cloth_scene("\"thickness\": \"nan m\"")).find("does not begin with a number"),
            std::string::npos);
}

}  // namespace
}  // namespace muslin::scene_errors_test
