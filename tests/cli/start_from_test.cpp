// Scenes that begin with a frame of another run ("from").
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <muslin/io/mesh/pc2.hpp>
#include <string>
#include <tests/support/program.hpp>
#include <vector>

namespace muslin::start_from_test {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::TemporaryFolder;

/// A napkin that falls freely, above a ground that rises.
constexpr const char* kScene = R"({"version": 1, "time": {"frames": 6, "frame_rate": 50, "step": "5 ms"},
    "forces": {"air": {"density": 0}},
    "bodies": [
      {"name": "napkin", "cloth": {"grid": {"vertices": [4, 4], "size": [0.4, 0.4]}}, "fabric": "cotton",
       "place": {"translate": [0, 2, 0]}},
      {"name": "lift", "obstacle": {"box": {"size": [0.2, 0.1, 0.2]}},
       "motion": {"keyframes": [{"frame": 1}, {"frame": 7, "translate": [0, 0.6, 0]}], "interpolation": "linear"}}]})";

class StartFrom : public testing::Test {
 protected:
  StartFrom() {
    folder_.write("fall.json", kScene);
    const Outcome outcome = run("fall.json", "fall.run");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  }

  [[nodiscard]] Outcome run(const std::string& scene, const std::string& out,
                            const std::vector<std::string>& settings = {}) const {
    std::vector<std::string> words = {"run", folder_ / scene, "-o", folder_ / out, "--quiet", "--threads", "1"};
    for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
    return test::run_program(test::program_path(), words);
  }
  /// Goes on from a frame of the run with some settings.
  [[nodiscard]] Outcome go_on(const std::string& from, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> settings = {"from=" + from};
    settings.insert(settings.end(), more.begin(), more.end());
    return run("fall.json", "next.run", settings);
  }
  [[nodiscard]] std::vector<Vec3> positions(const std::string& run, const std::string& body, int frame) const {
    const auto cache = Pc2Reader::open(folder_ / run / (body + ".pc2"));
    EXPECT_TRUE(cache);
    return cache->read_frame(frame).value();
  }
  [[nodiscard]] std::string text_of(const std::string& file) const {
    std::ifstream stream(folder_ / file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  TemporaryFolder folder_;
};

double distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0.0;
  for (std::size_t v = 0; v < a.size(); ++v) largest = std::max(largest, (a[v] - b[v]).norm());
  return largest;
}

TEST_F(StartFrom, TheFrameIsTheStart) {
  const Outcome outcome = go_on(R"({"run": "fall.run", "frame": 5})");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(positions("next.run", "napkin", 0), positions("fall.run", "napkin", 4));
  // Motions begin anew unless they are to continue.
  EXPECT_EQ(positions("next.run", "lift", 0), positions("fall.run", "lift", 0));
  EXPECT_EQ(positions("next.run", "lift", 3), positions("fall.run", "lift", 3));
}

TEST_F(StartFrom, MotionsAndVelocitiesGoOn) {
  const Outcome outcome = go_on(R"({"run": "fall.run", "frame": 5, "time": "continue"})", {"time.start_frame=5"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (int k = 0; k <= 2; ++k) {
    EXPECT_LT(distance(positions("next.run", "lift", k), positions("fall.run", "lift", 4 + k)), 1e-6) << k;
    // Steps of h = 5 ms take the napkin along a parabola whose velocity differs from that of the steps by g h / 2,
    // hence by 0.4905 mm in a frame of 20 ms: the estimate from positions cannot know the size of the steps.
    EXPECT_LT(distance(positions("next.run", "napkin", k), positions("fall.run", "napkin", 4 + k)), k * 4.95e-4 + 1e-6)
        << k;
  }
  const Outcome still =
      run("fall.json", "still.run", {R"(from={"run": "fall.run", "frame": 5, "velocities": "zero"})"});
  ASSERT_EQ(still.exit_code, 0) << still.err;
  // From rest, a frame of free fall in steps of h = 5 ms takes g h² (1 + 2 + 3 + 4) = 2.45 mm.
  EXPECT_NEAR(positions("still.run", "napkin", 0)[5].y() - positions("still.run", "napkin", 1)[5].y(), 2.45e-3, 2e-5);
}

TEST_F(StartFrom, TheLastFrameIsThatOfTheCheckpoint) {
  const Outcome outcome = go_on(R"({"run": "fall.run", "time": "continue"})", {"time.start_frame=7"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(text_of("next.run/scene.json").find(R"("state": "checkpoint")"), std::string::npos);
  // A run that is as long from the beginning.
  ASSERT_EQ(run("fall.json", "long.run", {"time.frames=12"}).exit_code, 0);
  for (int k = 0; k <= 6; ++k)
    EXPECT_LT(distance(positions("next.run", "napkin", k), positions("long.run", "napkin", 6 + k)), 2e-7) << k;
}

TEST_F(StartFrom, TheResolvedSceneGivesTheSameFrames) {
  ASSERT_EQ(go_on(R"({"run": "fall.run", "frame": 4, "time": "continue"})", {"time.start_frame=4"}).exit_code, 0);
  const std::string scene = text_of("next.run/scene.json");
  EXPECT_NE(scene.find(R"("run": "../fall.run")"), std::string::npos) << scene;
  EXPECT_NE(scene.find(R"("time": 0.06)"), std::string::npos) << scene;
  ASSERT_EQ(run("next.run/scene.json", "again.run").exit_code, 0);
  for (const char* body : {"napkin", "lift"})
    EXPECT_EQ(text_of(std::string("again.run/") + body + ".pc2"), text_of(std::string("next.run/") + body + ".pc2"));
  // A third run knows the time of the first one.
  ASSERT_EQ(run("next.run/scene.json", "third.run",
                {R"(from={"run": "../next.run", "frame": 6, "time": "continue"})", "time.start_frame=6"})
                .exit_code,
            0);
  EXPECT_LT(distance(positions("third.run", "lift", 1), positions("fall.run", "lift", 6)), 1e-6);
}

// Gusts are a part of the clock: what goes on feels the wind of the run that it continues.
TEST_F(StartFrom, GustsGoOn) {
  folder_.write("gust.json", R"({"version": 1, "time": {"frames": 12, "frame_rate": 50, "step": "5 ms"},
    "forces": {"gravity": 0, "wind": {"velocity": [0, 4, 0], "gust_strength": 1, "gust_period": 0.4}},
    "bodies": [{"name": "napkin", "cloth": {"grid": {"vertices": [4, 4], "size": [0.4, 0.4]}}, "fabric": "cotton"}]})");
  ASSERT_EQ(run("gust.json", "whole.run").exit_code, 0);
  ASSERT_EQ(run("gust.json", "part.run", {"time.frames=6"}).exit_code, 0);
  ASSERT_EQ(
      run("gust.json", "rest.run", {R"(from={"run": "part.run", "time": "continue"})", "time.frames=6"}).exit_code, 0);
  ASSERT_EQ(run("gust.json", "anew.run", {R"(from={"run": "part.run"})", "time.frames=6"}).exit_code, 0);
  EXPECT_LT(distance(positions("rest.run", "napkin", 6), positions("whole.run", "napkin", 12)), 1e-6);
  EXPECT_GT(distance(positions("anew.run", "napkin", 6), positions("whole.run", "napkin", 12)), 1e-3);
}

TEST_F(StartFrom, PinsHoldWhereTheFrameHasThem) {
  folder_.write("hang.json", R"({"version": 1, "time": {"frames": 3, "frame_rate": 50},
    "bodies": [{"name": "napkin", "cloth": {"grid": {"vertices": [4, 4], "size": [0.4, 0.4]}}, "fabric": "cotton",
                "pins": [{"vertices": "all"}]}]})");
  ASSERT_EQ(run("hang.json", "hang.run", {R"(from={"run": "fall.run", "frame": 4})"}).exit_code, 0);
  EXPECT_EQ(positions("hang.run", "napkin", 3), positions("fall.run", "napkin", 3));
  // A motion that begins elsewhere would tear them away.
  const Outcome torn = run("hang.json", "torn.run",
                           {R"(from={"run": "fall.run", "frame": 4})",
                            R"(bodies.napkin.pins=[{"vertices": "all", "motion": {"velocity": [1, 0, 0]}}])"});
  EXPECT_EQ(torn.exit_code, 3);
  EXPECT_NE(torn.err.find("pinned vertices would jump"), std::string::npos) << torn.err;
  EXPECT_NE(torn.err.find("\"time\": \"continue\""), std::string::npos) << torn.err;
}

TEST_F(StartFrom, WhatDoesNotFitIsRefused) {
  struct Case {
    std::vector<std::string> settings;
    const char* message;
  };
  const std::string whole = R"(from={"run": "fall.run"})";
  for (const Case& tried : {
           Case{{R"(from={"run": "none.run"})"}, "run.json"},
           Case{{R"(from={"run": "fall.run", "frame": 8})"}, "has no frame 8; it has the frames 1 to 7 so far"},
           Case{{R"(from={"run": "fall.run", "frame": 4, "state": "checkpoint"})"},
                "the checkpoint is not that of frame 4"},
           Case{{R"(from={"run": "fall.run", "hash": "0123"})"}, "has another frame there"},
           Case{{whole, "bodies.napkin.cloth.grid.vertices=[5, 4]"}, "has 20 vertices, but 16 in fall.run"},
           Case{{whole, R"(bodies.napkin.cloth={"grid": {"vertices": [8, 2], "size": [1, 1]}})"},
                "has other triangles"},
           Case{{whole, "bodies.napkin.name=other"}, "has no body of the scene"},
       }) {
    const Outcome outcome = run("fall.json", "next.run", tried.settings);
    EXPECT_EQ(outcome.exit_code, 4) << tried.message << "\n" << outcome.err;
    EXPECT_NE(outcome.err.find(tried.message), std::string::npos) << outcome.err;
    EXPECT_FALSE(fs::exists(folder_ / "next.run"));
  }
  // A frame that was changed since.
  std::fstream cache(folder_ / "fall.run/napkin.pc2", std::ios::in | std::ios::out | std::ios::binary);
  cache.seekp(32 + 12 * 16 * 3);
  cache.write("\x01", 1);
  cache.close();
  const Outcome changed = go_on(R"({"run": "fall.run", "frame": 4})");
  EXPECT_EQ(changed.exit_code, 4);
  EXPECT_NE(changed.err.find("is not the one that the run wrote"), std::string::npos) << changed.err;
}

}  // namespace
}  // namespace muslin::start_from_test
