#include <gtest/gtest.h>

#include <tests/support/program.hpp>

namespace muslin::check_test {
namespace {

using test::Outcome;
using test::TemporaryFolder;

Outcome check(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "check");
  return test::run_program(test::program_path(), arguments);
}

void expect_said(const Outcome& outcome, const std::string& part) {
  EXPECT_NE(outcome.out.find(part), std::string::npos) << outcome.out;
}

TEST(CheckCommand, DescribesAGoodMesh) {
  const TemporaryFolder folder;
  const Outcome outcome = check({folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  expect_said(outcome, "3 vertices, 1 triangles, 0 segments; 1 x 2 x 0 m");
  expect_said(outcome, "no intersections");
  EXPECT_EQ(outcome.out.find("warning"), std::string::npos) << outcome.out;
}

TEST(CheckCommand, WarnsWithoutFailing) {
  const TemporaryFolder folder;
  const Outcome outcome =
      check({folder.write("a.obj", "v 0 0 0\nv 100 0 0\nv 0 100 0\nv 0 0 0\nv 100 100 0\nf 1 2 3\nf 2 3 5\n")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  expect_said(outcome, "1 isolated vertex (3)");
  expect_said(outcome, "1 vertex at the position of another (3)");
  expect_said(outcome, "1 triangle is oriented opposite to its neighbour (1)");
  expect_said(outcome, "suggests centimetres");
}

TEST(CheckCommand, FindsIntersectionsAcrossMeshes) {
  const TemporaryFolder folder;
  const Outcome outcome = check({folder.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
                                 folder.write("across.obj", "v 0.2 0.2 -1\nv 0.3 0.2 1\nv 0.2 0.3 1\nf 1 2 3\n")});
  EXPECT_EQ(outcome.exit_code, 6);
  expect_said(outcome, "flat triangle 0 and across triangle 0 near");
}

TEST(CheckCommand, SaysWhatNoSceneCanHave) {
  const TemporaryFolder folder;
  expect_said(check({folder.write("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n")}),
              "warning: it has no triangles and no segments; export its faces as well");
  const Outcome far = check({folder.write("far.obj", "v 0 0 0\nv 1 0 0\nv 0 -1e60 0\nf 1 2 3\n")});
  expect_said(far, "warning: a coordinate is 1e+60 m, but no scene reaches farther than 1e+06 m from the origin");
  EXPECT_EQ(far.out.find("suggests"), std::string::npos) << far.out;
}

TEST(CheckCommand, CountsWhatIsNotFinite) {
  const TemporaryFolder folder;
  const Outcome outcome = check({folder.write("a.obj", "v 0 0 0\nv nan 0 0\nv 0 2 0\nf 1 2 3\n")});
  EXPECT_EQ(outcome.exit_code, 4);
  expect_said(outcome, "1 vertex is not a finite number (1)");
  expect_said(outcome, "1 element could not be audited");
}

/// A sheet of 1 m below a ball of 10 cm, and a floor.
std::string scene(const std::string& sheet, const std::string& ball, const std::string& more = "") {
  return R"({"version": 1, "about": "a test", "time": {"frame_rate": 10, "frames": 4, "step": 0.05}, "bodies": [
    {"name": "sheet", "cloth": {"grid": [11, 11], "size": [1, 1]})" +
         sheet + R"(},
    {"name": "ball", "obstacle": {"sphere": {"radius": 0.1, "subdivisions": 1}}, "place": {"translate": [0, 0.5, 0]})" +
         ball + R"(},
    {"name": "floor", "obstacle": {"plane": {"size": [4, 4]}}, "place": {"translate": [0, -1, 0]}})" +
         more + "]}";
}

TEST(CheckScene, DescribesAGoodScene) {
  const TemporaryFolder folder;
  const Outcome outcome = check({folder.write("a.json", scene(", \"thickness\": \"2 mm\", \"friction\": 0.3", ""))});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  expect_said(outcome, "a.json: a test\n4 frames at 10 per second; collision steps of up to 50 ms; response ");
  expect_said(outcome,
              "\nsheet: cloth, 121 vertices, 200 triangles; 1 x 0 x 1 m from (-0.5, 0, -0.5); thickness 2 mm, friction "
              "0.3\n");
  expect_said(outcome, "\nball: obstacle, 42 vertices, 80 triangles; ");
  expect_said(outcome, "\nno intersections\n");
  EXPECT_EQ(outcome.out.find("warning"), std::string::npos) << outcome.out;
}

TEST(CheckScene, ComparesSpeedWithSizeAndProposesAStep) {
  const TemporaryFolder folder;
  const auto of_speed = [&](const char* speed, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {
        folder.write("a.json", scene("", std::string(", \"motion\": {\"velocity\": [0, ") + speed + ", 0]}"))};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return check(arguments);
  };
  const Outcome slow = of_speed("1");
  EXPECT_EQ(slow.exit_code, 0);
  expect_said(slow, "  moves by up to 50 mm per step (1 m/s), 125 times its thickness, ");
  EXPECT_EQ(slow.out.find("warning"), std::string::npos) << slow.out;
  const Outcome fast = of_speed("4");
  EXPECT_EQ(fast.exit_code, 0);  // a warning alone
  expect_said(fast, "warning: in frame ");
  expect_said(fast,
              "moves by 200 mm in one step, more than 100 mm; make it slower, or shorten the step (--set time.step=");
  const std::string option = "--set ";
  const std::size_t begin = fast.out.find(option) + option.size();
  const std::string proposed = fast.out.substr(begin, fast.out.find(')', begin) - begin);
  const Outcome mended = of_speed("4", {"--set", proposed});
  EXPECT_EQ(mended.out.find("warning"), std::string::npos) << proposed << mended.out;
  expect_said(of_speed("4", {"--set", "collision.interval=0.08"}), "shorten the interval (--set collision.interval=");
}

TEST(CheckScene, LooksAtPinsToo) {
  const TemporaryFolder folder;
  const Outcome outcome = check(
      {folder.write("a.json", scene(R"(, "pins": [{"vertices": "left", "motion": {"velocity": [0, -3, 0]}}])", ""))});
  expect_said(outcome, "  its pins move by up to 150 mm per step (3 m/s)");
  expect_said(outcome, "warning: in frame ");
}

TEST(CheckScene, WarnsOfThickClothAndOfItsMesh) {
  const TemporaryFolder folder;
  // Edges of 10 cm, and diagonals.
  const std::string thick = scene(", \"thickness\": \"3 cm\"", "");
  const Outcome outcome = check({folder.write("a.json", thick)});
  EXPECT_EQ(outcome.exit_code, 0);
  expect_said(outcome, "warning: its thickness of 30 mm exceeds a quarter of its mean edge length, 113 mm, so");
  expect_said(outcome, "--set bodies.sheet.thickness=0.027)");
  EXPECT_EQ(check({folder / "a.json", "--set", "bodies.sheet.thickness=0.027"}).out.find("warning"), std::string::npos);

  folder.write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 5 5 5\nf 1 2 3\n");
  const Outcome isolated = check({folder.write("b.json", scene("", "", R"(, {"name": "m", "obstacle": "m.obj",
      "place": {"translate": [0, 3, 0]}})"))});
  expect_said(isolated, "warning: 1 isolated vertex (3); no element uses them, so they are not simulated");
}

TEST(CheckScene, FindsWhatIntersectsAtTheStart) {
  const TemporaryFolder folder;
  const auto path = folder.write("a.json", scene("", ""));
  const Outcome outcome = check({path, "--set", "bodies.ball.place.translate=[0.02, 0.03, 0]", "--first", "2"});
  EXPECT_EQ(outcome.exit_code, 6) << outcome.err;
  expect_said(outcome, "\n  sheet triangle ");
  expect_said(outcome, " and ball triangle ");
  expect_said(outcome, " near (");
  expect_said(outcome, " more\n");
  const Outcome moved = check({path, "--set",
                               "bodies.ball.motion={\"keyframes\": [{\"time\": 0, \"translate\": "
                               "[0.02, -0.47, 0]}]}"});
  EXPECT_EQ(moved.exit_code, 6) << moved.out;  // where its script has it, not where its mesh stands
}

TEST(CheckScene, ListsObstaclesApart) {
  const TemporaryFolder folder;
  const Outcome outcome =
      check({folder.write("a.json", scene("", "")), "--set", "bodies.ball.place.translate=[0, -1, 0]"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  expect_said(outcome, "\nno intersections\n");
  expect_said(outcome, " intersections between obstacles, not counted\n  ball triangle ");
  expect_said(outcome, " and floor triangle ");
}

TEST(CheckScene, RefusesWhatIsNoScene) {
  const TemporaryFolder folder;
  EXPECT_EQ(check({folder.write("a.json", "{")}).exit_code, 3);
  EXPECT_EQ(check({folder / "missing.json"}).exit_code, 4);
  EXPECT_EQ(check({folder.write("b.json", scene(", \"thickness\": 0", ""))}).exit_code, 3);
  const auto mesh = folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n");
  EXPECT_EQ(check({mesh, "--set", "time.frames=1"}).exit_code, 2);
  const Outcome both = check({mesh, folder.write("c.json", scene("", ""))});
  EXPECT_EQ(both.exit_code, 0) << both.err;
  expect_said(both, "c.json: a test\n");
  expect_said(both, "a.obj: 3 vertices");
}

}  // namespace
}  // namespace muslin::check_test
