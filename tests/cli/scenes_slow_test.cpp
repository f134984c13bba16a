// Every scene that is shipped runs to its end, and keeps what it says under "expect".
#include <gtest/gtest.h>

#include <muslin/io/run/run_record.hpp>
#include <tests/support/program.hpp>
#include <tests/support/shipped_scenes.hpp>

namespace muslin::scenes_slow_test {
namespace {

class EveryWholeScene : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(EveryWholeScene, KeepsItsExpectations) {
  const test::TemporaryFolder folder;
  const test::Outcome outcome = test::run_program(
      test::program_path(), {"run", GetParam().string(), "-o", (folder / "run").string(), "--progress", "none"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const Result<RunRecord> record = read_run_record(folder / "run" / "run.json");
  ASSERT_TRUE(record) << record.error().message();
  EXPECT_EQ(record->state, RunState::complete);
  for (const auto& expectation : record->expectations)
    EXPECT_TRUE(expectation.met()) << expectation.name << ": " << expectation.value;
}

INSTANTIATE_TEST_SUITE_P(Shipped, EveryWholeScene, testing::ValuesIn(test::scene_files(test::source_path("scenes"))),
                         test::scene_test_name);

}  // namespace
}  // namespace muslin::scenes_slow_test
