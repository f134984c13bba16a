#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <limits>
#include <muslin/detect/time_of_impact.hpp>
#include <tests/support/proof_checker.hpp>

namespace muslin::time_of_impact_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The time, its proof checked.
std::optional<double> proved_time(StencilKind kind, const StencilMotion& motion, double separation = 0) {
  const ProvedTime proved = prove_time_of_impact(kind, motion, separation);
  EXPECT_EQ(test::find_proof_error(kind, motion, separation, proved), "");
  EXPECT_EQ(proved.time, time_of_impact(kind, motion, separation));
  return proved.time;
}

/// A vertex falling from height 1 to `height` over the middle of a triangle in the plane z = 0.
StencilMotion falling_vertex(double height) {
  StencilMotion motion;
  motion.start = {Vec3(-1, -1, 0), Vec3(2, -1, 0), Vec3(-1, 2, 0), Vec3(0.1, 0.2, 1)};
  motion.end = motion.start;
  motion.end[3].z() = height;
  return motion;
}

/// Edge 0-1 along x at height 0; edge 2-3 along y falling from height 1 to `height`.
StencilMotion falling_edge(double height) {
  StencilMotion motion;
  motion.start = {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0.1, -1, 1), Vec3(0.2, 1, 1)};
  motion.end = motion.start;
  motion.end[2].z() = motion.end[3].z() = height;
  return motion;
}

TEST(TimeOfImpact, VertexFallsOnTriangle) {
  EXPECT_FALSE(proved_time(StencilKind::vertex_triangle, falling_vertex(0.25)));
  const auto time = proved_time(StencilKind::vertex_triangle, falling_vertex(-1));
  ASSERT_TRUE(time);
  EXPECT_LE(*time, 0.5);
  EXPECT_NEAR(*time, 0.5, 1e-6);
  const auto landing = proved_time(StencilKind::vertex_triangle, falling_vertex(0));
  ASSERT_TRUE(landing);
  EXPECT_NEAR(*landing, 1, 1e-6);
}

TEST(TimeOfImpact, EdgeFallsOnEdge) {
  EXPECT_FALSE(proved_time(StencilKind::edge_edge, falling_edge(1e-12)));
  const auto time = proved_time(StencilKind::edge_edge, falling_edge(-3));
  ASSERT_TRUE(time);
  EXPECT_LE(*time, 0.25);
  EXPECT_NEAR(*time, 0.25, 1e-6);
}

TEST(TimeOfImpact, SeparationBringsTheContactForward) {
  const auto time = proved_time(StencilKind::vertex_triangle, falling_vertex(-1), 0.5);
  ASSERT_TRUE(time);
  EXPECT_LE(*time, 0.25);
  EXPECT_NEAR(*time, 0.25, 1e-6);
  EXPECT_FALSE(proved_time(StencilKind::vertex_triangle, falling_vertex(0.25), 0.2499));
  EXPECT_TRUE(proved_time(StencilKind::vertex_triangle, falling_vertex(0.25), 0.25));
  EXPECT_FALSE(proved_time(StencilKind::edge_edge, falling_edge(0.25), 0.2499));
  EXPECT_TRUE(proved_time(StencilKind::edge_edge, falling_edge(0.25), 0.2501));
}

/// Two elements with a gap along z of a millionth of their size that turn together, on straight ways.
StencilMotion turning(StencilKind kind, const Vec3& axis, double angle_rad) {
  StencilMotion motion;
  motion.start = {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(0.1, 0.5, 1e-6)};
  if (kind == StencilKind::edge_edge) motion.start[2].z() = 1e-6;
  if (kind == StencilKind::vertex_triangle) motion.start[3].y() = -0.5;
  if (kind == StencilKind::vertex_edge) motion.start[3].y() = 0;
  const Eigen::AngleAxisd rotation(angle_rad, axis.normalized());
  for (std::size_t i = 0; i < 4; ++i) motion.end[i] = Vec3(3, 2, 1) + rotation * motion.start[i];
  return motion;
}

// One direction that turns with them; and where they also spin about it, a few.
TEST(TimeOfImpact, WhatTurnsTogetherIsProvedApartAtOnce) {
  for (const StencilKind kind : {StencilKind::vertex_triangle, StencilKind::edge_edge, StencilKind::vertex_edge}) {
    const StencilMotion turn = turning(kind, Vec3(1, -2, 0), 0.7);
    EXPECT_FALSE(proved_time(kind, turn, 5e-7));
    EXPECT_EQ(prove_time_of_impact(kind, turn, 5e-7).proof.size(), 1U);
    EXPECT_TRUE(proved_time(kind, turn, 1.1e-6));
    const StencilMotion spin = turning(kind, Vec3(1, -2, 0.3), 0.02);
    EXPECT_FALSE(proved_time(kind, spin, 5e-7));
    EXPECT_LT(prove_time_of_impact(kind, spin, 5e-7).proof.size(), 20U);
  }
}

TEST(TimeOfImpact, MissesBesideTheElement) {
  StencilMotion motion = falling_vertex(-1);
  motion.start[3].x() = motion.end[3].x() = -1.0000001;
  EXPECT_FALSE(proved_time(StencilKind::vertex_triangle, motion));
  motion = falling_edge(-1);
  motion.start[1].x() = motion.end[1].x() = 0.0999999;  // ends just before the crossing
  EXPECT_FALSE(proved_time(StencilKind::edge_edge, motion));
}

TEST(TimeOfImpact, VertexOnEdgeOfAFoldingCable) {
  StencilMotion motion;
  motion.start = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(kNaN, kNaN, kNaN), Vec3(2, 0, 0)};  // vertex 2 plays no part
  motion.end = motion.start;
  motion.end[3] = Vec3(0, 0, 0);
  motion.start[2] = motion.end[2] = motion.start[0];
  const auto straight_back = proved_time(StencilKind::vertex_edge, motion);
  ASSERT_TRUE(straight_back);
  EXPECT_NEAR(*straight_back, 0.5, 1e-6);
  motion.start[3] = Vec3(2, 0.01, 0);
  motion.end[3] = Vec3(0, 0.01, 0);
  EXPECT_FALSE(proved_time(StencilKind::vertex_edge, motion));
  EXPECT_TRUE(proved_time(StencilKind::vertex_edge, motion, 0.0101));
}

TEST(TimeOfImpact, NoMotion) {
  StencilMotion motion = falling_vertex(1);
  EXPECT_FALSE(proved_time(StencilKind::vertex_triangle, motion));
  motion.start[3].z() = motion.end[3].z() = 0;
  EXPECT_EQ(proved_time(StencilKind::vertex_triangle, motion), 0.0);
  motion.start[3] = motion.end[3] = Vec3(1e-300, 0, 5);
  EXPECT_FALSE(proved_time(StencilKind::vertex_triangle, motion));
}

TEST(TimeOfImpact, ZeroAreaTriangles) {
  StencilMotion motion = falling_vertex(-1);
  for (auto* x : {&motion.start, &motion.end}) (*x)[2] = Vec3(0.5, -1, 0);  // corners on a line: y = -1
  EXPECT_FALSE(proved_time(StencilKind::vertex_triangle, motion));
  for (auto* x : {&motion.start, &motion.end}) (*x)[3].y() = -1;  // now onto that line
  const auto time = proved_time(StencilKind::vertex_triangle, motion);
  ASSERT_TRUE(time);
  EXPECT_NEAR(*time, 0.5, 1e-6);
  for (auto* x : {&motion.start, &motion.end}) (*x)[0] = (*x)[1] = (*x)[2] = Vec3(0.1, -1, 0);  // a point
  EXPECT_NEAR(proved_time(StencilKind::vertex_triangle, motion).value_or(-1), 0.5, 1e-6);
}

TEST(TimeOfImpact, ZeroLengthAndParallelEdges) {
  StencilMotion motion = falling_edge(-1);
  for (auto* x : {&motion.start, &motion.end}) (*x)[3] = (*x)[2];  // a point at y = -1
  EXPECT_FALSE(proved_time(StencilKind::edge_edge, motion));
  for (auto* x : {&motion.start, &motion.end}) (*x)[2].y() = (*x)[3].y() = 0;
  EXPECT_NEAR(proved_time(StencilKind::edge_edge, motion).value_or(-1), 0.5, 1e-6);
  for (auto* x : {&motion.start, &motion.end}) {  // parallel, one above the other
    (*x)[2].x() = -0.5;
    (*x)[3].x() = 3;
  }
  EXPECT_NEAR(proved_time(StencilKind::edge_edge, motion).value_or(-1), 0.5, 1e-6);
  for (auto* x : {&motion.start, &motion.end}) (*x)[2].x() = 1.5;  // parallel, beyond the end
  EXPECT_FALSE(proved_time(StencilKind::edge_edge, motion));
}

/// Returns whether a point lies within the tetrahedron of four corners.
bool is_within(const Vec3& x, const std::array<Vec3, 4>& corners) {
  const auto volume = [](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    return (b - a).cross(c - a).dot(d - a);
  };
  const double whole = volume(corners[0], corners[1], corners[2], corners[3]);
  for (std::size_t i = 0; i < 4; ++i) {
    std::array<Vec3, 4> part = corners;
    part[i] = x;
    if (!(volume(part[0], part[1], part[2], part[3]) / whole >= 0.0)) return false;
  }
  return true;
}

// A face that turns sweeps a volume with curved sides. Flat ones miss collisions, or find some that there are none of:
// with the edge 0-1, whose end rises by h, the side through x = y = 1/2 is at z = h / 4, between h / 2 and 0 of the two
// ways to make it flat [Huh01 §2.1].
TEST(TimeOfImpact, FindsWhatASweptVolumeWithFlatSidesMisses) {
  for (const double h : {1.0, 0.01}) {
    SCOPED_TRACE(h);
    StencilMotion motion;
    motion.start = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, 0, -1), Vec3(0.5, 0.5, 0.2 * h)};
    motion.end = {Vec3(0, 1, 0), Vec3(1, 1, h), Vec3(0.5, 1, -1), Vec3(0.5, 0.5, 0.2 * h)};
    const auto in_flat_volume = [&motion](bool rises) {
      const auto& [a, b, c, x] = motion.start;
      const auto& [a_end, b_end, c_end, x_end] = motion.end;
      if (rises)
        return is_within(x, {a, b, c, c_end}) || is_within(x, {a, b, b_end, c_end}) ||
               is_within(x, {a, a_end, b_end, c_end});
      return is_within(x, {a, b, c, c_end}) || is_within(x, {a, b, a_end, c_end}) ||
             is_within(x, {b, a_end, b_end, c_end});
    };
    EXPECT_NEAR(proved_time(StencilKind::vertex_triangle, motion).value_or(-1), 0.5, 1e-6);
    EXPECT_FALSE(in_flat_volume(false));
    motion.start[3].z() = motion.end[3].z() = 0.3 * h;  // the face passes below
    EXPECT_FALSE(proved_time(StencilKind::vertex_triangle, motion));
    EXPECT_TRUE(in_flat_volume(true));
    motion.start[3].z() = motion.end[3].z() = -0.01 * h;  // and here all agree
    EXPECT_TRUE(proved_time(StencilKind::vertex_triangle, motion));
    EXPECT_TRUE(in_flat_volume(true) && in_flat_volume(false));
  }
}

TEST(TimeOfImpact, CoincidentPointsAreInContactAtTheStart) {
  StencilMotion motion = falling_vertex(2);
  motion.start[3] = motion.start[1];
  EXPECT_EQ(proved_time(StencilKind::vertex_triangle, motion), 0.0);
  motion = falling_edge(2);
  motion.start[2] = motion.start[0];
  EXPECT_EQ(proved_time(StencilKind::edge_edge, motion), 0.0);
}

TEST(TimeOfImpact, WhatIsNotFiniteIsInContact) {
  for (const double bad : {kNaN, kInfinity, -kInfinity, 1e200}) {
    for (std::size_t vertex = 0; vertex < 4; ++vertex) {
      for (int axis = 0; axis < 3; ++axis) {
        for (const bool at_end : {false, true}) {
          StencilMotion motion = falling_vertex(0.5);
          (at_end ? motion.end : motion.start)[vertex][axis] = bad;
          EXPECT_EQ(time_of_impact(StencilKind::vertex_triangle, motion, 0), 0.0);
          EXPECT_EQ(time_of_impact(StencilKind::edge_edge, motion, 0), 0.0);
        }
      }
    }
  }
}

TEST(TimeOfImpact, ASeparationThatMakesNoSenseIsInContact) {
  for (const double bad : {kNaN, kInfinity, -kInfinity, -1.0, 1e308})
    EXPECT_EQ(time_of_impact(StencilKind::vertex_triangle, falling_vertex(-1), bad), 0.0);
}

// At every scale that cloth can have, and far from the origin.
TEST(TimeOfImpact, AnyScaleAndPlace) {
  for (const double scale : {1e-4, 1e-2, 1.0, 1e2, 1e4}) {
    for (const double offset : {0.0, 1.0, 1e4}) {
      SCOPED_TRACE(testing::Message() << scale << " m at " << offset << " m");
      for (const double height : {-1.0, 0.01}) {
        StencilMotion motion = falling_vertex(height);
        for (auto* x : {&motion.start, &motion.end})
          for (Vec3& p : *x) p = scale * p + Vec3::Constant(offset);
        const auto time = proved_time(StencilKind::vertex_triangle, motion);
        EXPECT_EQ(time.has_value(), height < 0);
        EXPECT_NEAR(time.value_or(0.5), 0.5, 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace muslin::time_of_impact_test
