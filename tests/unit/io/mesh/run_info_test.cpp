#include <gtest/gtest.h>

#include <muslin/io/mesh/run_info.hpp>
#include <tests/support/program.hpp>

namespace muslin::run_info_test {
namespace {

TEST(RunInfo, ReadsWhatIsThere) {
  const test::TemporaryFolder folder;
  EXPECT_TRUE(read_run_info(folder.path()));
  EXPECT_FALSE(read_run_info(folder.path())->frame_rate);
  folder.write("run.json", R"({"state": "partial", "frame_rate": 30,
                               "bodies": [{"name": "shirt", "kind": "cloth"}, {"name": "floor", "kind": "obstacle"}]})");
  const auto info = read_run_info(folder.path());
  ASSERT_TRUE(info) << info.error().message();
  EXPECT_EQ(info->frame_rate, 30.0);
  ASSERT_EQ(info->bodies.size(), 2U);
  EXPECT_EQ(info->bodies[1].name, "floor");
  EXPECT_EQ(info->bodies[1].kind, "obstacle");
}

TEST(RunInfo, SaysWhatIsWrong) {
  const test::TemporaryFolder folder;
  for (const char* text :
       {"", "{", "[1, 2]", R"({"frame_rate": 0})", R"({"frame_rate": "fast"})", R"({"frame_rate": -1})",
        R"({"bodies": 3})", R"({"bodies": [3]})", R"({"bodies": [{"kind": "cloth"}]})"}) {
    folder.write("run.json", text);
    const auto info = read_run_info(folder.path());
    ASSERT_FALSE(info) << text;
    EXPECT_EQ(info.error().kind, Error::Kind::unreadable_file);
    EXPECT_NE(info.error().message().find("run.json"), std::string::npos);
  }
}

}  // namespace
}  // namespace muslin::run_info_test
