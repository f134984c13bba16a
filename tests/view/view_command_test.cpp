#include <gtest/gtest.h>

#include <algorithm>
#include <apps/muslin/view/page.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <tests/support/program.hpp>
#include <thread>

#include "connection.hpp"

namespace muslin::view_command_test {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::TemporaryFolder;

bool has_page() { return !app::page_files().empty(); }

std::string read(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Writes a scene with two frames of a small sheet, and returns its path.
fs::path write_scene(const TemporaryFolder& folder) {
  return folder.write("sheet.json", R"({"version": 1, "time": {"frames": 2, "frame_rate": 50},
    "bodies": [{"name": "sheet", "cloth": {"grid": {"vertices": [4, 4], "size": [1, 1]}}, "fabric": "cotton"}]})");
}

void write_run(const TemporaryFolder& folder) {
  const fs::path scene = write_scene(folder);
  const Outcome run = test::run_program(test::program_path(), {"run", scene, "-o", folder / "sheet.run", "--quiet"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
}

/// Waits until a file, which a program writes, has a whole address, and asks there for something.
std::string answer_at_address_in(const fs::path& path, const std::string& asked = "/runs") {
  const std::string begin = "http://127.0.0.1:";
  std::string text;
  for (int i = 0; i < 600 && text.find('\n', std::min(text.find(begin), text.size())) == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    text = read(path);
  }
  const std::size_t place = text.find(begin);
  if (place == std::string::npos) return "no address in: " + text;
  const std::string address = text.substr(place);
  const int port = std::stoi(address.substr(begin.size()));
  const std::string token = address.substr(address.find('#') + 1, 32);
  return view_test::get(port, token, asked);
}

TEST(ViewCommand, AFolderWithoutARunIsRefused) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const TemporaryFolder folder;
  const Outcome outcome = test::run_program(test::program_path(), {"view", folder.path(), "--no-browser"});
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_NE(outcome.err.find("run.json"), std::string::npos) << outcome.err;
}

TEST(ViewCommand, WithoutThePageItSaysHowToGetIt) {
  if (has_page()) GTEST_SKIP() << "built with the page";
  const TemporaryFolder folder;
  const Outcome outcome = test::run_program(test::program_path(), {"view", folder.path()});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("install nodejs and npm"), std::string::npos) << outcome.err;
}

/// Whether the last run of the test has written its record.
bool is_complete(const TemporaryFolder& folder, const std::string& command) {
  return read(folder / (command == "run" ? "sheet.out/run.json" : "both/rigid_zones/run.json"))
             .find("\"state\": \"complete\"") != std::string::npos;
}

TEST(ViewCommand, ItServesUntilItIsInterrupted) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    ASSERT_NO_FATAL_FAILURE(write_run(folder));
    const fs::path out = folder / "address.txt";
    // The shell becomes the program, so that the signal reaches it.
    test::RunningProgram program("/bin/sh", {"-c", "exec \"$0\" view \"$1\" --no-browser > \"$2\"",
                                             test::program_path(), folder / "sheet.run", out});
    const std::string answer = answer_at_address_in(out);
    EXPECT_NE(answer.find(R"([{"id":"0","name":"sheet.run"}])"), std::string::npos) << answer;
    program.send(signal);
    EXPECT_EQ(program.wait().exit_code, 0);
  }
}

TEST(ViewCommand, WithoutAFolderItHasAFrontPage) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const TemporaryFolder folder;
  ASSERT_NO_FATAL_FAILURE(write_run(folder));
  const fs::path out = folder / "address.txt";
  test::RunningProgram program("/bin/sh", {"-c", "cd \"$1\"; exec \"$0\" view --scenes . --no-browser > \"$2\"",
                                           test::program_path(), folder.path(), out});
  const std::string answer = answer_at_address_in(out, "/front");
  EXPECT_NE(answer.find(R"("scenes":[{"id":"0","name":"sheet",)"), std::string::npos) << answer;
  EXPECT_NE(answer.find(R"("runs":[{"id":"0","name":"sheet.run",)"), std::string::npos) << answer;
  program.send(SIGINT);
  EXPECT_EQ(program.wait().exit_code, 0);
}

TEST(ViewCommand, ARunAndAComparisonCanBeShown) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const TemporaryFolder folder;
  const fs::path scene = write_scene(folder);
  struct Case {
    const char *command, *options, *names;
  };
  for (const Case& tried : {Case{"run", "", R"([{"id":"0","name":"sheet.out"}])"},
                            Case{"run", "--resume", R"([{"id":"0","name":"sheet.out"}])"},  // it is complete already
                            Case{"compare", "--force --responses gauss_seidel,rigid_zones",
                                 R"([{"id":"0","name":"gauss_seidel"},{"id":"1","name":"rigid_zones"}])"}}) {
    const fs::path said = folder / (std::string(tried.command) + tried.options + ".txt");
    test::RunningProgram program(
        "/bin/sh",
        {"-c",
         std::string("unset DISPLAY WAYLAND_DISPLAY; exec \"$0\" ") + tried.command + " \"$1\" -o \"$2\" --view " +
             tried.options + " 2> \"$3\" > /dev/null",
         test::program_path(), scene, folder / (std::string(tried.command) == "run" ? "sheet.out" : "both"), said});
    const std::string answer = answer_at_address_in(said);
    EXPECT_NE(answer.find(tried.names), std::string::npos) << tried.command << "\n" << answer;
    // An interrupt of a run that is still in progress would end it early.
    for (int i = 0; i < 600 && !is_complete(folder, tried.command); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    program.send(SIGINT);
    EXPECT_EQ(program.wait().exit_code, 0) << read(said);
  }
}

}  // namespace
}  // namespace muslin::view_command_test
