#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <tests/support/program.hpp>
#include <tests/support/random.hpp>
#include <tests/support/run_contents.hpp>
#include <thread>

namespace muslin::kill_resume_slow_test {
namespace {

namespace fs = std::filesystem;
using test::run_contents;
using test::RunningProgram;

constexpr const char* kScene = R"({
  "version": 1,
  "time": { "frames": 60, "frame_rate": 24, "step": 0.01 },
  "bodies": [
    { "name": "sheet", "cloth": { "grid": [24, 24], "size": [1, 1] }, "pins": [{ "vertices": [0, 23] }] },
    { "name": "floor", "obstacle": { "grid": [2, 2], "size": [4, 4] }, "place": { "translate": [0, -3, 0] } } ]
})";

// Killed at twenty moments, anywhere from before its folder exists to after its end, and resumed with another number of
// threads, a run ends with the bytes of one that nobody disturbed.
TEST(KillAndResume, EndsWithTheSameBytes) {
  const test::TemporaryFolder folder;
  const std::string scene = folder.write("scene.json", kScene).string();
  const auto arguments = [&](const std::string& name, const std::string& threads) {
    return std::vector<std::string>{"run",       scene,   "-o",       (folder / name).string(),
                                    "--threads", threads, "--resume", "--quiet"};
  };
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(test::run_program(test::program_path(), arguments("whole", "1")).exit_code, 0);
  const std::chrono::duration<double> whole_time = std::chrono::steady_clock::now() - begin;
  const auto whole = run_contents(folder / "whole");

  test::Random random(20);
  for (int round = 0; round < 20; ++round) {
    SCOPED_TRACE(round);
    for (int kills = random.integer(1, 3); kills > 0; --kills) {
      RunningProgram program(test::program_path(), arguments("killed", kills % 2 == 0 ? "1" : "2"));
      std::this_thread::sleep_for(whole_time * random.unit());
      program.send(SIGKILL);
      static_cast<void>(program.wait());
    }
    const test::Outcome outcome = test::run_program(test::program_path(), arguments("killed", "2"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(run_contents(folder / "killed"), whole);
    fs::remove_all(folder / "killed");
  }
}

}  // namespace
}  // namespace muslin::kill_resume_slow_test
