#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include <muslin/core/parallel.hpp>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/geometry/shapes.hpp>
#include <tests/support/random.hpp>

namespace muslin::frame_auditor_test {
namespace {

using Kind = AuditElement::Kind;

VertexId v(int i) { return VertexId(i); }

/// A triangle in the plane z = 0, a triangle and a segment across it, and a floor far below with another in it.
class Bodies {
 public:
  Bodies() {
    flat_.positions = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
    flat_.triangles = {{v(0), v(1), v(2)}};
    // The first triangle stays clear of everything: numbers within the body are seen to differ from those of the frame.
    across_.positions = {Vec3(50, 0, 0), Vec3(51, 0, 0), Vec3(50, 1, 0), Vec3(1, 1, -1),
                         Vec3(1, 1, 1),  Vec3(9, 9, 0),  Vec3(2, 1, -1), Vec3(2, 1, 1)};
    across_.triangles = {{v(0), v(1), v(2)}, {v(3), v(4), v(5)}};
    across_.segments = {{v(6), v(7)}};
    floor_.positions = {Vec3(0, 0, -20), Vec3(4, 0, -20), Vec3(0, 4, -20)};
    floor_.triangles = flat_.triangles;
    post_.positions = {Vec3(1, 1, -21), Vec3(1, 1, -19)};
    post_.segments = {{v(0), v(1)}};
  }
  [[nodiscard]] std::vector<AuditBody> all() const {
    return {{"flat", flat_, false}, {"across", across_, false}, {"floor", floor_, true}, {"post", post_, true}};
  }
  /// The frame, with the first body `height` higher: at 0 it is pierced, at 5 clear of everything.
  [[nodiscard]] std::vector<Vec3> at(double height) const {
    std::vector<Vec3> positions;
    for (const AuditBody& body : all())
      positions.insert(positions.end(), body.mesh.positions.begin(), body.mesh.positions.end());
    for (std::size_t i = 0; i < 3; ++i) positions[i].z() += height;
    return positions;
  }

 private:
  Mesh flat_, across_, floor_, post_;
};

TEST(FrameAuditor, NamesBodiesElementsAndPlaces) {
  const Bodies bodies;
  FrameAuditor auditor(bodies.all());
  auditor.submit({.number = 12, .positions = bodies.at(0.0)});
  const auto audits = auditor.finish();
  ASSERT_EQ(audits.size(), 1U);
  const FrameAudit& found = audits[0];
  EXPECT_EQ(found.frame, 12);
  EXPECT_FALSE(found.clean());
  EXPECT_EQ(found.intersections, 2U);
  EXPECT_EQ(found.obstacle_intersections, 1U);  // the post in the floor
  EXPECT_EQ(found.undecidable, 0U);
  EXPECT_GT(found.seconds, 0.0);
  ASSERT_EQ(found.first.size(), 2U);
  EXPECT_EQ(found.first[0].a.body, "flat");
  EXPECT_EQ(found.first[0].b.body, "across");
  EXPECT_EQ(found.first[0].b.kind, Kind::triangle);
  EXPECT_EQ(found.first[0].b.index, 1);
  EXPECT_EQ(found.first[1].b.body, "across");
  EXPECT_EQ(found.first[1].b.kind, Kind::segment);
  EXPECT_EQ(found.first[1].b.index, 0);
  EXPECT_EQ(found.first[1].place, Vec3(2, 1, 0));
}

TEST(FrameAuditor, FindsTheFramesThatIntersectInTheirOrder) {
  const Bodies bodies;
  for (const std::size_t max_queue_length : {1U, 2U, 50U}) {
    FrameAuditor auditor(bodies.all(), {.max_listed = 1, .max_queue_length = max_queue_length});
    std::vector<FrameAudit> found;
    const auto keep = [&](std::vector<FrameAudit> some) {
      for (FrameAudit& one : some) found.push_back(std::move(one));
    };
    for (int frame = 0; frame < 40; ++frame) {
      auditor.submit({.number = frame, .positions = bodies.at(frame % 7 == 3 ? 0.0 : 5.0)});
      keep(auditor.take());
    }
    keep(auditor.finish());
    ASSERT_EQ(found.size(), 40U);
    for (int frame = 0; frame < 40; ++frame) {
      const FrameAudit& audit = found[static_cast<std::size_t>(frame)];
      EXPECT_EQ(audit.frame, frame);
      EXPECT_EQ(audit.intersections, frame % 7 == 3 ? 2U : 0U) << frame;
      EXPECT_EQ(audit.first.size(), frame % 7 == 3 ? 1U : 0U);
    }
  }
}

TEST(FrameAuditor, WhatIsNotFiniteIsNotClean) {
  const Bodies bodies;
  FrameAuditor auditor(bodies.all());
  std::vector<Vec3> positions = bodies.at(5.0);
  positions[1].x() = std::numeric_limits<double>::infinity();
  auditor.submit({.number = 0, .positions = positions});
  const auto audits = auditor.finish();
  EXPECT_EQ(audits[0].undecidable, 1U);
  EXPECT_FALSE(audits[0].clean());
}

// Beside parallel loops of the caller, on any number of threads, it says what audit() says.
TEST(FrameAuditor, AgreesWithTheAuditWhileOthersCompute) {
  const Mesh sheet = *make_grid({.vertices = {12, 12}});
  const std::vector<AuditBody> bodies = {{"sheet", sheet, false}};
  for (const int threads : {1, 2, 3}) {
    with_threads(threads, [&] {
      test::Random random(5);
      FrameAuditor auditor(bodies);
      std::vector<std::size_t> expected;
      std::vector<FrameAudit> found;
      for (int frame = 0; frame < 8; ++frame) {
        std::vector<Vec3> positions = sheet.positions;
        for (Vec3& x : positions) x += random.in_box(0.05);
        expected.push_back(audit({.positions = positions, .triangles = sheet.triangles}).intersections);
        auditor.submit({.number = frame, .positions = std::move(positions)});
        for (FrameAudit& one : auditor.take()) found.push_back(std::move(one));
      }
      for (FrameAudit& one : auditor.finish()) found.push_back(std::move(one));
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t k = 0; k < found.size(); ++k) EXPECT_EQ(found[k].intersections, expected[k]) << k;
      EXPECT_GT(*std::max_element(expected.begin(), expected.end()), 0U);
    });
  }
}

// The flat triangle is pierced by a triangle and a segment of another body; the first of these pairs is a tangle.
TEST(FrameAuditor, CountsTanglesApart) {
  const Bodies bodies;
  FrameAuditor auditor(bodies.all());
  AuditFrame frame{.number = 3, .positions = bodies.at(0.0)};
  frame.exempt.tangle.assign(frame.positions.size(), -1);
  for (const std::size_t i : {0U, 1U, 2U, 6U, 7U, 8U}) frame.exempt.tangle[i] = 4;
  auditor.submit(std::move(frame));
  const auto audits = auditor.finish();
  EXPECT_EQ(audits[0].intersections, 1U);
  EXPECT_EQ(audits[0].tangled, 1U);
  EXPECT_EQ(audits[0].outranked, 0U);
  EXPECT_FALSE(audits[0].clean());
  ASSERT_EQ(audits[0].first.size(), 2U);
  EXPECT_EQ(audits[0].first[0].b.kind, Kind::segment) << "what is not exempt comes first";
}

/// A closed box of side 2 about the origin, as an obstacle, and a triangle above it.
class BoxAndSheet {
 public:
  BoxAndSheet() {
    box_ = *make_box({.size = {2, 2, 2}});
    sheet_.positions = {Vec3(-0.5, 1.5, -0.5), Vec3(0.5, 1.5, -0.5), Vec3(0.0, 1.5, 0.5)};
    sheet_.triangles = {{v(0), v(1), v(2)}};
  }
  [[nodiscard]] std::vector<AuditBody> all() const { return {{"sheet", sheet_, false}, {"box", box_, true}}; }
  /// A frame with the last corner of the sheet `depth` below the top of the box, and the box lifted by `lift`.
  [[nodiscard]] std::vector<Vec3> at(double depth, double lift) const {
    std::vector<Vec3> positions = sheet_.positions;
    positions[2].y() = 1.0 - depth;
    for (const Vec3& x : box_.positions) positions.push_back(x + Vec3(0.0, lift, 0.0));
    return positions;
  }

 private:
  Mesh box_, sheet_;
};

// The box was simulated half a metre lower than its script has it; there it would contain a corner of the sheet.
TEST(FrameAuditor, JudgesObstaclesAsGiven) {
  const BoxAndSheet bodies;
  FrameAuditor auditor(bodies.all());
  auditor.submit({.number = 0, .positions = bodies.at(0.25, -0.5), .given = bodies.at(0.25, 0.0)});
  auditor.submit({.number = 1, .positions = bodies.at(-0.25, -0.5), .given = bodies.at(-0.25, 0.0)});
  auditor.submit({.number = 2, .positions = bodies.at(-0.25, 0.0)});
  const auto audits = auditor.finish();
  EXPECT_TRUE(audits[0].clean());
  EXPECT_GT(audits[0].intersections_as_given(), 0U);
  ASSERT_EQ(audits[0].as_given.size(), 1U);
  const ObstacleAsGiven& box = audits[0].as_given[0];
  EXPECT_EQ(box.body, "box");
  EXPECT_DOUBLE_EQ(box.deviation, 0.5);
  EXPECT_DOUBLE_EQ(box.depth, 0.25);
  EXPECT_EQ(box.place, Vec3(0.0, 0.75, 0.5));
  EXPECT_DOUBLE_EQ(audits[0].depth_as_given(), 0.25);
  // It deviates, but touches nothing either way.
  ASSERT_EQ(audits[1].as_given.size(), 1U);
  EXPECT_EQ(audits[1].intersections_as_given(), 0U);
  EXPECT_DOUBLE_EQ(audits[1].as_given[0].deviation, 0.5);
  EXPECT_TRUE(audits[2].as_given.empty());
}

// Cloth that ignores an obstacle of lower priority is counted apart, does not spoil the frame, and is not hidden.
TEST(FrameAuditor, CountsOutrankedObstaclesApart) {
  const BoxAndSheet bodies;
  FrameAuditor auditor(bodies.all());
  AuditFrame frame{.number = 0, .positions = bodies.at(0.25, 0.0)};
  frame.exempt.priority.assign(frame.positions.size(), 1);
  frame.exempt.min_priority.assign(frame.positions.size(), Exemptions::kNoPriority);
  for (std::size_t i = 0; i < 3; ++i) frame.exempt.priority[i] = Exemptions::kNoPriority;
  frame.exempt.min_priority[2] = 2;
  AuditFrame equal = frame;
  equal.exempt.min_priority[2] = 1;
  auditor.submit(std::move(frame));
  auditor.submit(std::move(equal));
  const auto audits = auditor.finish();
  EXPECT_EQ(audits[0].intersections, 0U);
  EXPECT_GT(audits[0].outranked, 0U);
  EXPECT_TRUE(audits[0].clean());
  EXPECT_EQ(audits[0].intersections_as_given(), audits[0].outranked);
  EXPECT_DOUBLE_EQ(audits[0].depth_as_given(), 0.25);
  EXPECT_EQ(audits[1].outranked, 0U) << "an equal priority is not ignored";
  EXPECT_FALSE(audits[1].clean());
}

TEST(FrameAuditor, EndsWithFramesStillWaiting) {
  const Bodies bodies;
  for (int round = 0; round < 20; ++round) {
    FrameAuditor auditor(bodies.all(), {.max_listed = 5, .max_queue_length = 4});
    for (int frame = 0; frame < round % 5; ++frame) auditor.submit({.number = frame, .positions = bodies.at(0.0)});
  }
}

TEST(FrameAuditor, RoundsAsFilesDo) {
  const std::vector<Vec3> positions = {Vec3(0.1, -1.0 / 3.0, 1e-50), Vec3(16777217.0, 1.0, 0.0)};
  const auto rounded = rounded_to_float(positions);
  EXPECT_EQ(rounded[0], Vec3(double(0.1F), double(-1.0F / 3.0F), 0.0));
  EXPECT_EQ(rounded[1], Vec3(16777216.0, 1.0, 0.0));
}

}  // namespace
}  // namespace muslin::frame_auditor_test
