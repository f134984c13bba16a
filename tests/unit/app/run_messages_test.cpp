#include <gtest/gtest.h>
#include <apps/muslin/run_messages.hpp>

namespace muslin::app::run_messages_test {
namespace {

TEST(RunMessages, AFrameThatIntersectsIsNamedWithItsFirstPair) {
  FrameAudit frame{.frame = 12, .intersections = 3};
  frame.first = {
      {{"sheet", AuditElement::Kind::triangle, 7}, {"floor", AuditElement::Kind::triangle, 0}, Vec3(0, 1, 0)}};
  EXPECT_EQ(describe(frame),
            "frame 12: 3 intersections; the first: sheet triangle 7 and floor triangle 0 near (0, 1, 0)");
  frame.intersections = 1;
  EXPECT_EQ(describe(frame), "frame 12: 1 intersection; sheet triangle 7 and floor triangle 0 near (0, 1, 0)");
  EXPECT_EQ(describe(FrameAudit{.frame = 2, .undecidable = 4}),
            "frame 2: no intersections, 4 elements that are not finite");
}

TEST(RunMessages, AnAuditSaysWhetherItIsWhole) {
  EXPECT_EQ(describe(RunAuditSummary{.frames = 7}, 7), "clean in all 7 frames");
  EXPECT_EQ(describe(RunAuditSummary{.frames = 5}, 7), "clean so far, in 5 of 7 frames");
  EXPECT_EQ(describe(RunAuditSummary{.frames = 7, .bad_frames = 3, .intersections = 12}, 7),
            "12 intersections in 3 of 7 frames");
  EXPECT_EQ(describe(RunAuditSummary{.frames = 6, .bad_frames = 1, .intersections = 1}, 7),
            "1 intersection in 1 of 6 frames so far");
  EXPECT_EQ(describe(RunAuditSummary{}, 1), "no frame was audited");
}

TEST(RunMessages, ASlowFrameSaysWhatItWasSpentOn) {
  SlowFrame slow{.cost = {.frame = 31,
                          .steps = 96,
                          .seconds = {.solve = 2.4, .detection = 9.6},
                          .contacts = 1200,
                          .rungs = {.response = 90, .halvings = 40, .yields = 1}},
                 .median_seconds = 0.48};
  EXPECT_EQ(describe(slow, {{.name = "sleeve"}, {.name = "arm"}}),
            "frame 31 took 12 s, 25 times the median of 0.48 s: 96 steps, 1200 contacts; 40 halvings, 1 yield; most of "
            "the time went into detection (80 %)");
  slow.cost.lag.length = 0.003;
  slow.cost.lag.body = 1;
  slow.cost.lag.against = 0;
  EXPECT_NE(describe(slow, {{.name = "sleeve"}, {.name = "arm"}}).find("; arm lags by 3 mm, blocked by sleeve;"),
            std::string::npos);
}

}  // namespace
}  // namespace muslin::app::run_messages_test
