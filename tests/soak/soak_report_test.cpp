#include <gtest/gtest.h>

#include <algorithm>
#include <tests/soak/soak_options.hpp>
#include <tests/soak/soak_report.hpp>

namespace muslin::soak_report_test {
namespace {

using soak::FailureKind;
using soak::SoakScene;

std::vector<SoakScene> good_scenes(std::size_t count) {
  std::vector<SoakScene> scenes(count);
  for (std::size_t i = 0; i < count; ++i) {
    scenes[i].seed = i;
    scenes[i].trial.ending = soak::RunEnding::complete;
    scenes[i].trial.frames.intersections.assign(11, 0);
  }
  return scenes;
}

TEST(SoakReport, FailsForAnyFailureButSomeStrain) {
  auto scenes = good_scenes(200);
  EXPECT_FALSE(soak::has_failed(scenes));
  scenes[3].trial.findings.push_back({FailureKind::strain, 2, "strain 12"});
  scenes[7].trial.findings.push_back({FailureKind::strain, 2, "strain 13"});
  EXPECT_FALSE(soak::has_failed(scenes));  // one in a hundred
  scenes[9].trial.findings.push_back({FailureKind::strain, 2, "strain 14"});
  EXPECT_TRUE(soak::has_failed(scenes));
  for (const FailureKind kind :
       {FailureKind::crash, FailureKind::hang, FailureKind::intersection, FailureKind::needless_stop,
        FailureKind::dishonest_exit, FailureKind::energy, FailureKind::thread_bits, FailureKind::resume_bits}) {
    scenes = good_scenes(200);
    scenes[5].trial.findings.push_back({kind, -1, "what"});
    EXPECT_TRUE(soak::has_failed(scenes)) << soak::name_of(kind);
  }
}

TEST(SoakReport, NamesSeedsAndShrunkScenes) {
  auto scenes = good_scenes(3);
  scenes[1].seed = 4711;
  scenes[1].shrunk = "build/soak/4711-crash.json";
  scenes[1].trial.findings.push_back({FailureKind::crash, -1, "signal 11"});
  scenes[2].trial.motion.touches = 7;
  scenes[2].trial.motion.max_strain = 25.0;
  scenes[2].trial.motion.reasons = "yields 9";
  const std::string text = soak::summarise(scenes);
  for (const char* part : {"frames judged exactly                   33", "something touches        1", "seed 4711",
                           "signal 11", "build/soak/4711-crash.json", "strain 25; yields 9", "(33.3 %)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(SoakReport, WritesEqualColumns) {
  auto scenes = good_scenes(2);
  scenes[0].trial.findings.push_back({FailureKind::crash, -1, "signal 11, \"quoted\"\nline"});
  const std::string csv = soak::to_csv(scenes);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  std::vector<std::ptrdiff_t> columns;
  bool is_quoted = false;
  std::ptrdiff_t commas = 0;
  for (const char c : csv) {
    if (c == '"') is_quoted = !is_quoted;
    if (c == ',' && !is_quoted) ++commas;
    if (c == '\n') columns.push_back(std::exchange(commas, 0));
  }
  EXPECT_EQ(columns, std::vector<std::ptrdiff_t>(3, columns.front()));
}

TEST(SoakOptions, ReadTheCommandLine) {
  const std::vector<const char*> arguments = {"300", "--seed", "17", "--limit", "2.5", "--no-bits", "-o", "dir"};
  const auto options = soak::parse_options(arguments);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->scenes, 300U);
  EXPECT_EQ(options->first_seed, 17U);
  EXPECT_EQ(options->cpu_limit, 2.5);
  EXPECT_FALSE(options->judges_bits);
  EXPECT_FALSE(options->only_draws);
  EXPECT_EQ(options->folder, "dir");
  for (const std::vector<const char*>& wrong : std::vector<std::vector<const char*>>{
           {"many"}, {"-5"}, {"--seed"}, {"--seed", "x"}, {"--limit", "-1"}, {"--what", "1"}})
    EXPECT_FALSE(soak::parse_options(wrong)) << wrong.front();
}

}  // namespace
}  // namespace muslin::soak_report_test
