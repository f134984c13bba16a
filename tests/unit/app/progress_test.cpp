#include <gtest/gtest.h>
#include <apps/muslin/frame_interval.hpp>
#include <apps/muslin/progress.hpp>

#include <cmath>
#include <cstdio>
#include <limits>

namespace muslin::app::progress_test {
namespace {

constexpr FrameProgress kThirteenth{.frame = 13,
                                    .last_frame = 101,
                                    .done = 12,
                                    .planned = 100,
                                    .seconds = 0.4212,
                                    .seconds_left = 37.2,
                                    .contacts = 1520,
                                    .max_strain = 0.0321,
                                    .solver_iterations = 210};

TEST(Progress, TellsDurations) {
  EXPECT_EQ(duration_text(-1.0), "0.00 s");
  EXPECT_EQ(duration_text(0.0), "0.00 s");
  EXPECT_EQ(duration_text(0.0021), "2.1 ms");
  EXPECT_EQ(duration_text(0.0994), "99 ms");
  EXPECT_EQ(duration_text(0.0996), "0.10 s");
  EXPECT_EQ(duration_text(0.4212), "0.42 s");
  EXPECT_EQ(duration_text(9.994), "9.99 s");
  EXPECT_EQ(duration_text(9.999), "10 s");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(59.6), "1 min 00 s");
  EXPECT_EQ(duration_text(200.0), "3 min 20 s");
  EXPECT_EQ(duration_text(3599.7), "1 h 00 min");
  EXPECT_EQ(duration_text(7500.0), "2 h 05 min");
  EXPECT_EQ(duration_text(std::numeric_limits<double>::infinity()), "?");
  EXPECT_EQ(duration_text(std::nan("")), "?");
}

TEST(Progress, WritesLines) {
  EXPECT_EQ(plain_line(kThirteenth),
            "frame 13 of 101: 0.42 s, 37 s left, 1520 contacts, strain 3.2 %, 210 solver iterations");
  EXPECT_EQ(json_line(kThirteenth),
            "{\"frame\":13,\"last_frame\":101,\"frames_done\":12,\"frames\":100,\"seconds\":0.4212,"
            "\"seconds_left\":37.2,\"contacts\":1520,\"max_strain\":0.0321,\"solver_iterations\":210,"
            "\"rungs\":{\"response\":0,\"rigid_zones\":0,\"halvings\":0,\"priorities\":0,\"yields\":0,\"stops\":0,"
            "\"retries\":0},\"lag\":0}");
  FrameProgress odd = kThirteenth;
  odd.max_strain = std::nan("");
  EXPECT_NE(json_line(odd).find("\"max_strain\":null"), std::string::npos);
}

TEST(Progress, DrawsABarThatFitsTheTerminal) {
  EXPECT_EQ(bar_line(kThirteenth, {.width = 200, .color = false}),
            "##---------------------- frame 13/101  0.42 s/frame  37 s left  contacts 1520  strain 3.2 %");
  EXPECT_EQ(bar_line(kThirteenth, {.width = 200, .color = true}).substr(0, 14), "\x1b[32m##\x1b[0m---");
  for (int width = 0; width < 120; ++width)
    EXPECT_LE(bar_line(kThirteenth, {.width = width, .color = false}).size(),
              static_cast<std::size_t>(std::max(width - 1, 0)));
  FrameProgress all = kThirteenth;
  all.done = all.planned;
  EXPECT_EQ(bar_line(all, {.width = 25, .color = false}), std::string(24, '#'));
  all.planned = 0;
  EXPECT_EQ(bar_line(all, {.width = 25, .color = false}), std::string(24, '#'));
}

TEST(Progress, ShowsRungsAndLagWhereThereAreAny) {
  EXPECT_EQ(rungs_text({.response = 7}), "");
  EXPECT_EQ(rungs_text({.response = 7, .rigid_zones = 5, .halvings = 1}), "5 rigid zones, 1 halving");
  EXPECT_EQ(rungs_text({.priorities = 1}), "1 priority");
  EXPECT_EQ(rungs_text({.yields = 2, .stops = 1, .retries = 3}), "2 yields, 1 stop, 3 retries");
  FrameProgress hard = kThirteenth;
  hard.rungs = {.response = 9, .rigid_zones = 1, .halvings = 2};
  hard.lag = 0.0031;
  EXPECT_EQ(plain_line(hard), plain_line(kThirteenth) + "; 1 rigid zone, 2 halvings; lag 3.1 mm");
  EXPECT_EQ(bar_line(hard, {.width = 200, .color = false}),
            bar_line(kThirteenth, {.width = 200, .color = false}) + "  1 rigid zone, 2 halvings  lag 3.1 mm");
  EXPECT_NE(
      json_line(hard).find(
          "\"rigid_zones\":1,\"halvings\":2,\"priorities\":0,\"yields\":0,\"stops\":0,\"retries\":0},\"lag\":0.0031}"),
      std::string::npos);
}

TEST(Progress, EstimatesFromTheLatestFrames) {
  TimeEstimate estimate;
  EXPECT_EQ(estimate.seconds_per_frame(), 0.0);
  estimate.add(2.0);
  EXPECT_EQ(estimate.seconds_per_frame(), 2.0);
  for (int i = 0; i < 50; ++i) estimate.add(5.0);
  EXPECT_NEAR(estimate.seconds_per_frame(), 5.0, 1e-3);
}

std::string shown(ProgressStyle style) {
  std::FILE* stream = std::tmpfile();
  {
    Progress progress(style, stream);
    progress.show(kThirteenth);
    progress.say("word");
  }
  std::rewind(stream);
  std::string text(1000, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), stream));
  std::fclose(stream);
  return text;
}

TEST(Progress, TakesTheBarAwayBeforeItSaysSomethingElse) {
  const std::string bar = shown(ProgressStyle::bar);
  EXPECT_EQ(bar.substr(0, 1), "\r");
  EXPECT_NE(bar.find("frame 13/101"), std::string::npos);
  EXPECT_EQ(bar.substr(bar.size() - 9), "\r\x1b[Kword\n");
  EXPECT_EQ(shown(ProgressStyle::plain), plain_line(kThirteenth) + "\nword\n");
  EXPECT_EQ(shown(ProgressStyle::json), json_line(kThirteenth) + "\nword\n");
  EXPECT_EQ(shown(ProgressStyle::none), "word\n");
}

TEST(Progress, SurvivesAStreamThatIsFull) {
  std::FILE* full = std::fopen("/dev/full", "w");
  if (full == nullptr) GTEST_SKIP() << "needs /dev/full";
  Progress progress(ProgressStyle::plain, full);
  progress.show(kThirteenth);
  EXPECT_EQ(default_style(full), ProgressStyle::plain);
  std::fclose(full);
}

TEST(FrameInterval, ReadsNumbersAndRanges) {
  EXPECT_EQ(parse_frame_interval("10-20")->first, 10);
  EXPECT_EQ(parse_frame_interval("10-20")->last, 20);
  EXPECT_EQ(parse_frame_interval("7")->last, 7);
  EXPECT_EQ(parse_frame_interval("-5--3")->first, -5);
  EXPECT_EQ(parse_frame_interval("-5--3")->last, -3);
  for (const char* text : {"", "-", "5-", "2-1", "9999999999999999999", "2 ", "x", "1-2-3"})
    EXPECT_FALSE(parse_frame_interval(text)) << text;
}

}  // namespace
}  // namespace muslin::app::progress_test
