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

TEST(RunMessages, WhatIsLeftFromTheStartIsSaid) {
  EXPECT_EQ(describe(FrameAudit{.frame = 2, .tangled = 4}), "frame 2: 4 intersections left from the start");
  EXPECT_EQ(describe(FrameAudit{.frame = 2, .intersections = 1, .tangled = 4}),
            "frame 2: 1 intersection, and 4 intersections left from the start");
  EXPECT_EQ(describe(RunAuditSummary{.frames = 7, .bad_frames = 3, .tangled = 12}, 7),
            "no intersections and 12 left from the start in 3 of 7 frames");
}

TEST(RunMessages, ObstaclesAsGivenAreNamedWithTheirDepth) {
  FrameAudit frame{.frame = 12};
  EXPECT_EQ(describe_as_given(frame), "");
  frame.as_given = {{"floor", 0, 0.0, 0.002, Vec3::Zero()}, {"arm", 24, 0.012, 0.045, Vec3(0, 1, 0)}};
  EXPECT_EQ(describe_as_given(frame),
            "frame 12: body arm, where its script places it, has 24 intersections with cloth, up to 12 mm deep, near "
            "(0, 1, 0); it was simulated up to 45 mm away from there");
  EXPECT_EQ(describe_as_given(RunAuditSummary{.frames = 53}), "");
  EXPECT_EQ(describe_as_given(RunAuditSummary{
                .frames = 53, .intersections_as_given = 310, .bad_frames_as_given = 24, .depth_as_given = 0.012}),
            "with obstacles where their scripts place them, 310 intersections in 24 of 53 frames, up to 12 mm deep");
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
                 .median_seconds = 0.48,
                 .median_steps = 9,
                 .median_contacts = 30};
  EXPECT_EQ(describe(slow, {{.name = "sleeve"}, {.name = "arm"}}),
            "frame 31 took 12 s, 25 times the median of 0.48 s: 96 steps (median 9), 1200 contacts (median 30); 40 "
            "halvings, 1 yield; most of the time went into detection (80 %)");
  slow.cost.lag.length = 0.003;
  slow.cost.lag.body = 1;
  slow.cost.lag.against = 0;
  EXPECT_NE(describe(slow, {{.name = "sleeve"}, {.name = "arm"}}).find("; arm lags by 3 mm, blocked by sleeve;"),
            std::string::npos);
}

}  // namespace
}  // namespace muslin::app::run_messages_test
