// Every scene that is shipped runs to its end, and keeps what it says under "expect".
#include <gtest/gtest.h>

#include <filesystem>
#include <muslin/io/run_record.hpp>
#include <tests/support/program.hpp>

namespace muslin {
namespace {

TEST(WholeScenes, KeepTheirExpectations) {
  const test::TemporaryFolder folder;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(MUSLIN_SOURCE_DIR "/scenes")) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path().string());
    const std::filesystem::path out = folder / entry.path().stem().string();
    const test::Outcome outcome =
        test::run_program(MUSLIN_PROGRAM, {"run", entry.path().string(), "-o", out.string(), "--progress", "none"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const Result<RunRecord> record = read_run_record(out / "run.json");
    ASSERT_TRUE(record) << record.error().message();
    EXPECT_EQ(record->state, RunState::complete);
    for (const auto& expectation : record->expectations) EXPECT_TRUE(expectation.met()) << expectation.name;
  }
}

}  // namespace
}  // namespace muslin
