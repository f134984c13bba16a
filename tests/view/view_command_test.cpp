#include <gtest/gtest.h>

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

/// Simulates two frames of a small sheet.
void write_run(const TemporaryFolder& folder) {
  const fs::path scene = folder.write("sheet.json", R"({"version": 1, "time": {"frames": 2, "frame_rate": 50},
    "bodies": [{"name": "sheet", "cloth": {"grid": {"vertices": [4, 4], "size": [1, 1]}}, "fabric": "cotton"}]})");
  const Outcome run = test::run_program(test::program_path(), {"run", scene, "-o", folder / "sheet.run", "--quiet"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
}

TEST(ViewCommand, AFolderWithoutARunIsRefused) {
  if (!has_page()) GTEST_SKIP() << "built without the page";
  const TemporaryFolder folder;
  const Outcome outcome = test::run_program(test::program_path(), {"view", folder.path(), "--no-browser"});
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_NE(outcome.err.find("run.json"), std::string::npos) << outcome.err;
  EXPECT_EQ(test::run_program(test::program_path(), {"view"}).exit_code, 2);
}

TEST(ViewCommand, WithoutThePageItSaysHowToGetIt) {
  if (has_page()) GTEST_SKIP() << "built with the page";
  const TemporaryFolder folder;
  const Outcome outcome = test::run_program(test::program_path(), {"view", folder.path()});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("install nodejs and npm"), std::string::npos) << outcome.err;
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
    std::string address;
    for (int i = 0; i < 600 && address.find('\n') == std::string::npos; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      address = read(out);
    }
    const std::string begin = "http://127.0.0.1:";
    ASSERT_TRUE(address.starts_with(begin)) << address;
    const int port = std::stoi(address.substr(begin.size()));
    const std::string token = address.substr(address.find('#') + 1, 32);
    const std::string answer =
        view_test::exchange(port, "GET /runs HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                                      "\r\nAuthorization: Bearer " + token + "\r\n\r\n");
    EXPECT_NE(answer.find(R"([{"id":"0","name":"sheet.run"}])"), std::string::npos) << answer;
    program.send(signal);
    EXPECT_EQ(program.wait().exit_code, 0);
  }
}

}  // namespace
}  // namespace muslin::view_command_test
