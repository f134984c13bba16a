#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/run/run_record.hpp>
#include <sstream>
#include <tests/support/png_size.hpp>
#include <tests/support/program.hpp>
#include <tests/support/run_contents.hpp>
#include <tests/support/sample_scenes.hpp>
#include <thread>

namespace muslin::compare_test {
namespace {

namespace fs = std::filesystem;
using test::Outcome;

/// A sheet that is thrown on a box.
constexpr const char* kScene = R"({
  "version": 1, "about": "a sheet on a box",
  "time": { "frames": 7, "frame_rate": 50, "step": "10 ms" },
  "bodies": [
    { "name": "sheet", "cloth": { "grid": [6, 6], "size": [0.3, 0.3] }, "thickness": "1 mm",
      "velocity": [1, -3, 0] },
    { "name": "box", "obstacle": { "box": { "size": [0.1, 0.1, 0.1] } }, "place": { "translate": [0, -0.06, 0] } } ]
})";
constexpr const char* kBoth = "gauss_seidel,rigid_zones";

Outcome muslin(const std::vector<std::string>& arguments) { return test::run_program(test::program_path(), arguments); }

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

/// A folder with the scene in it.
class CompareCommand : public testing::Test {
 protected:
  /// `muslin compare` of the responses, into the folder `name`.
  Outcome compare(const std::string& name, const std::string& responses, std::vector<std::string> more = {}) {
    return muslin(arguments(name, responses, std::move(more)));
  }
  std::vector<std::string> arguments(const std::string& name, const std::string& responses,
                                     std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"compare", scene_, "-o", path(name), "--responses", responses});
    return more;
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string text_of(const std::string& name) const {
    const auto text = read_whole_file(folder_ / name);
    EXPECT_TRUE(text) << text.error().message();
    return text ? *text : std::string();
  }
  [[nodiscard]] RunRecord record(const std::string& name) const {
    const auto result = read_run_record(folder_ / name / "run.json");
    EXPECT_TRUE(result) << result.error().message();
    return result ? *result : RunRecord{};
  }
  /// The rows of compare.csv, by title.
  [[nodiscard]] std::vector<std::map<std::string, std::string>> csv(const std::string& name) const {
    const std::vector<std::string> lines = split(text_of(name + "/compare.csv"), '\n');
    std::vector<std::map<std::string, std::string>> rows;
    const std::vector<std::string> titles = split(lines.at(0), ',');
    for (std::size_t line = 1; line < lines.size(); ++line) {
      const std::vector<std::string> words = split(lines[line], ',');
      EXPECT_EQ(words.size(), titles.size()) << lines[line];
      for (std::size_t i = 0; i < std::min(words.size(), titles.size()); ++i) {
        if (i == 0) rows.emplace_back();
        rows.back()[titles[i]] = words[i];
      }
    }
    return rows;
  }

  test::TemporaryFolder folder_;
  std::string scene_ = folder_.write("scene.json", kScene).string();
};

TEST_F(CompareCommand, GivesATableAPageAndAPicture) {
  const Outcome outcome = compare("a", kBoth);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "gauss_seidel (1/2)\n")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "rigid_zones (2/2)\n")) << outcome.err;
  const std::vector<std::string> lines = split(outcome.out, '\n');
  ASSERT_EQ(lines.size(), 4U) << outcome.out;
  EXPECT_EQ(lines[0].find("response "), 0U);
  EXPECT_EQ(lines[2].find("gauss_seidel "), 0U);
  EXPECT_EQ(lines[3].find("rigid_zones "), 0U);
  EXPECT_TRUE(lines[3].ends_with("7/7  clean  complete")) << lines[3];
  EXPECT_TRUE(contains(text_of("a/compare.md"), "# Responses compared: scene.json"));
  EXPECT_TRUE(contains(text_of("a/compare.md"), "| gauss_seidel |"));
  // Six of the eight frames, in rows under their titles.
  EXPECT_EQ(test::png_size(folder_ / "a/compare.png"), std::pair(6 * 364 + 4, 2 * (28 + 274) + 4));
}

TEST_F(CompareCommand, CsvHasTheNumbersOfTheRuns) {
  ASSERT_EQ(compare("a", kBoth, {"--quiet", "--sheet-frames", "last"}).exit_code, 0);
  const auto rows = csv("a");
  ASSERT_EQ(rows.size(), 2U);
  std::int64_t contacts = 0;
  for (const auto& row : rows) {
    SCOPED_TRACE(row.at("response"));
    const RunRecord made = record("a/" + row.at("response"));
    EXPECT_EQ(row.at("state"), "complete");
    EXPECT_EQ(row.at("frames_done"), "7");
    EXPECT_EQ(std::stoll(row.at("contacts")), made.statistics.total.collision.contacts);
    EXPECT_EQ(std::stod(row.at("seconds")), made.statistics.total.seconds.total());
    EXPECT_EQ(std::stod(row.at("sliding_speed")), made.statistics.total.collision.sliding_speed);
    EXPECT_GT(made.statistics.total.collision.sliding_speed, 0.0);
    EXPECT_EQ(std::stod(row.at("max_strain")), made.statistics.total.max_strain);
    EXPECT_EQ(row.at("audited_frames"), "8");
    EXPECT_EQ(row.at("intersections"), "0");
    contacts += made.statistics.total.collision.contacts;
  }
  EXPECT_GT(contacts, 0);  // there was something to compare
  EXPECT_EQ(test::png_size(folder_ / "a/compare.png"), std::pair(364 + 4, 2 * (28 + 274) + 4));
}

TEST_F(CompareCommand, MakesOrdinaryRunFolders) {
  const Outcome outcome = compare("a", "rigid_zones", {"--quiet", "--frames", "1-4", "--set", "time.step=5ms"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(contains(outcome.out, "rigid_zones: partial after frame 4: ended at frame 4 as requested"))
      << outcome.out;
  EXPECT_EQ(muslin({"audit", path("a/rigid_zones"), "--quiet"}).exit_code, 0);
  ASSERT_EQ(muslin({"run", scene_, "-o", path("b"), "--response", "rigid_zones", "--quiet", "--frames", "1-4", "--set",
                    "time.step=5ms"})
                .exit_code,
            0);
  EXPECT_EQ(test::run_contents(folder_ / "a/rigid_zones"), test::run_contents(folder_ / "b"));
}

TEST_F(CompareCommand, KnowsTheResponses) {
  const Outcome unknown = compare("a", "gauss_seidel,rigid_zone");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.err, "--responses rigid_zone: unknown name; did you mean \"rigid_zones\"? known: "))
      << unknown.err;
  const Outcome twice = compare("a", "rigid_zones,rigid_zones");
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_TRUE(contains(twice.err, "rigid_zones: named twice")) << twice.err;
  EXPECT_EQ(compare("a", "").exit_code, 2);
  EXPECT_EQ(compare("a", ",").exit_code, 2);
  EXPECT_EQ(muslin({"compare", scene_}).exit_code, 2);
  EXPECT_FALSE(fs::exists(path("a")));
}

TEST_F(CompareCommand, OverwritesOnlyIfForced) {
  const std::vector<std::string> one_frame = {"--quiet", "--frames", "1-2", "--sheet-frames", "first"};
  const auto with = [&](const char* word) {
    std::vector<std::string> more = one_frame;
    more.emplace_back(word);
    return more;
  };
  ASSERT_EQ(compare("a", "rigid_zones", one_frame).exit_code, 0);
  const std::string before = text_of("a/compare.csv");
  // The run that is there is found before the one that is not has begun.
  const Outcome refused = compare("a", kBoth, one_frame);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.err, "--force")) << refused.err;
  EXPECT_FALSE(fs::exists(path("a/gauss_seidel")));
  // So is the table, which names other responses.
  EXPECT_EQ(compare("a", "gauss_seidel", one_frame).exit_code, 2);
  EXPECT_FALSE(fs::exists(path("a/gauss_seidel")));
  EXPECT_EQ(text_of("a/compare.csv"), before);

  EXPECT_EQ(compare("a", kBoth, with("--force")).exit_code, 0);
  EXPECT_EQ(csv("a").size(), 2U);
  EXPECT_EQ(compare("a", kBoth, with("--resume")).exit_code, 0);

  EXPECT_EQ(compare("scene.json", kBoth, with("--force")).exit_code, 2);
  fs::create_directories(folder_ / "b/gauss_seidel");
  folder_.write("b/gauss_seidel/mine.txt", "");
  EXPECT_EQ(compare("b", kBoth, with("--force")).exit_code, 2);
}

TEST_F(CompareCommand, ARunThatStopsIsAResult) {
  scene_ = folder_.write("pinch.json", test::pinch_scene()).string();
  const Outcome outcome = compare("a", kBoth, {"--quiet", "--sheet-frames", "first,last"});
  EXPECT_EQ(outcome.exit_code, 7) << outcome.err;
  for (const char* response : {"gauss_seidel", "rigid_zones"}) {
    EXPECT_EQ(record("a/" + std::string(response)).state, RunState::stopped);
    EXPECT_TRUE(contains(outcome.out, std::string(response) + ": stopped after frame ")) << outcome.out;
  }
  EXPECT_TRUE(contains(outcome.out, "  stopped\n")) << outcome.out;
  EXPECT_TRUE(contains(text_of("a/compare.md"), ": pinched: body "));
  EXPECT_EQ(csv("a").at(1).at("state"), "stopped");
  EXPECT_EQ(test::png_size(folder_ / "a/compare.png").first, 2 * 364 + 4);
}

TEST_F(CompareCommand, AnErrorThatMeetsAllEndsAtOnce) {
  EXPECT_EQ(compare("a", kBoth, {"--set", "bodies.box.place={}", "--set", "collision.start=refuse"}).exit_code, 5);
  EXPECT_EQ(compare("a", kBoth, {"--set", "time.step=no"}).exit_code, 3);
  EXPECT_FALSE(fs::exists(path("a")));
}

TEST_F(CompareCommand, SheetFramesThatAreNotThereCostNoRun) {
  const Outcome outcome = compare("a", "rigid_zones", {"--quiet", "--frames", "1-3", "--sheet-frames", "2,9"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "--sheet-frames 2,9: no frame 9; the nearest is 3")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "--resume")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "rigid_zones")) << outcome.out;
  EXPECT_EQ(csv("a").size(), 1U);
  EXPECT_EQ(compare("a", "rigid_zones", {"--sheet-frames", "two"}).exit_code, 2);
}

TEST_F(CompareCommand, AnInterruptLeavesAPartialTableAndCanBeResumed) {
  const std::vector<std::string> endless = {"--set", "time.frames=100000", "--quiet", "--sheet-frames", "last"};
  test::RunningProgram running(test::program_path(), arguments("a", kBoth, endless));
  for (int i = 0; i < 20'000; ++i) {
    const auto made = read_run_record(folder_ / "a/gauss_seidel/run.json");
    if (made && made->frames_done() > 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "\ngauss_seidel ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\npartial: interrupted; not run: rigid_zones\n")) << outcome.out;
  EXPECT_TRUE(contains(text_of("a/compare.md"), "partial: interrupted"));
  EXPECT_FALSE(fs::exists(path("a/rigid_zones")));
  EXPECT_TRUE(fs::exists(path("a/gauss_seidel/checkpoint")));

  std::vector<std::string> more = endless;
  more.insert(more.end(), {"--resume", "--frames", "1-" + std::to_string(record("a/gauss_seidel").last_frame())});
  const Outcome resumed = compare("a", kBoth, more);
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  ASSERT_EQ(csv("a").size(), 2U);
  EXPECT_EQ(csv("a")[0].at("frames_done"), csv("a")[1].at("frames_done"));
}

}  // namespace
}  // namespace muslin::compare_test
