#include <gtest/gtest.h>
#include <apps/muslin/run_messages.hpp>

namespace muslin::app {
namespace {

Pinch sample_pinch() {
  return {
      .body = "ball", .against = "sheet", .vertex = VertexId(12), .place = Vec3(0, 1, 0.5), .lag = 0.0312, .time = 0.4};
}

TEST(RunMessages, APinchHasBodiesPlaceFrameAndRemedy) {
  Pinch pinch = sample_pinch();
  EXPECT_EQ(describe(pinch, 11),
            "body ball is 0.0312 m behind its script, blocked by sheet, at vertex 12 near (0, 1, 0.5), 0.4 s after the "
            "start, before frame 11");
  pinch.against = "";
  EXPECT_EQ(describe(pinch, 11).find("held up"), std::string::npos);
  const std::string advice = remedy(pinch);
  EXPECT_NE(advice.find("--set collision.pinch=yield"), std::string::npos) << advice;
  EXPECT_NE(advice.find("--set collision.max_lag=0.062"), std::string::npos) << advice;
  const RunPlace place = place_of(pinch, 11);
  EXPECT_EQ(place.body, "ball");
  EXPECT_EQ(place.vertex, 12);
  EXPECT_EQ(place.position, Vec3(0, 1, 0.5));
  EXPECT_EQ(place.time, 0.4);
  EXPECT_EQ(place.frame, 11);
}

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
}  // namespace muslin::app
