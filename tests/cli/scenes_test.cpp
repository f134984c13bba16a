// Every scene that is shipped begins as it should: it is read, and its first steps are simulated, those of a frame of
// 5 ms. One test each: the larger ones take their time under a sanitizer.
#include <gtest/gtest.h>

#include <tests/support/program.hpp>
#include <tests/support/shipped_scenes.hpp>

namespace muslin::scenes_test {
namespace {

class EveryScene : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(EveryScene, Begins) {
  const test::TemporaryFolder folder;
  const test::Outcome outcome =
      test::run_program(test::program_path(), {"run", GetParam().string(), "-o", (folder / "run").string(), "--set",
                                               "time.frames=1", "--set", "time.frame_rate=200", "--progress", "none"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(Shipped, EveryScene, testing::ValuesIn(test::scene_files(test::source_path("scenes"))),
                         test::scene_test_name);

TEST(Scenes, AreFound) { EXPECT_GE(test::scene_files(test::source_path("scenes")).size(), 9U); }

}  // namespace
}  // namespace muslin::scenes_test
