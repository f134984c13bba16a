// Every scene that is shipped begins as it should: it is read, and its first frames are simulated.
#include <gtest/gtest.h>

#include <filesystem>
#include <tests/support/program.hpp>

namespace muslin {
namespace {

TEST(Scenes, AllBegin) {
  const test::TemporaryFolder folder;
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(MUSLIN_SOURCE_DIR "/scenes")) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path().string());
    const std::string out = (folder / entry.path().stem().string()).string();
    const test::Outcome outcome = test::run_program(
        MUSLIN_PROGRAM, {"run", entry.path().string(), "-o", out, "--set", "time.frames=1", "--progress", "none"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    ++count;
  }
  EXPECT_GE(count, 4);
}

}  // namespace
}  // namespace muslin
