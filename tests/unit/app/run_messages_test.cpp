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

}  // namespace
}  // namespace muslin::app::run_messages_test
