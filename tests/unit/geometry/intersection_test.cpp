#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <muslin/geometry/intersection.hpp>

namespace muslin::intersection_test {
namespace {

const TriangleCorners kTriangle = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};

bool meets(const SegmentCorners& s, const SegmentCorners& t) {
  const bool result = segments_meet(s, t);
  EXPECT_EQ(segments_meet(t, s), result);
  EXPECT_EQ(segments_meet({s[1], s[0]}, t), result);
  EXPECT_EQ(segments_meet(s, {t[1], t[0]}), result);
  return result;
}

/// In every order of the corners, as any of them must give the same answer.
bool meets(const SegmentCorners& s, const TriangleCorners& t) {
  const bool result = segment_meets_triangle(s, t);
  std::array<std::size_t, 3> order = {0, 1, 2};
  do {
    const TriangleCorners turned = {t[order[0]], t[order[1]], t[order[2]]};
    EXPECT_EQ(segment_meets_triangle(s, turned), result);
    EXPECT_EQ(segment_meets_triangle({s[1], s[0]}, turned), result);
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

bool meets(const TriangleCorners& s, const TriangleCorners& t) {
  const bool result = triangles_meet(s, t);
  std::array<std::size_t, 3> order = {0, 1, 2};
  do {
    const TriangleCorners turned = {t[order[0]], t[order[1]], t[order[2]]};
    EXPECT_EQ(triangles_meet(s, turned), result);
    EXPECT_EQ(triangles_meet(turned, s), result);
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

TEST(SegmentsMeet, CrossingTouchingAndPassingBy) {
  const SegmentCorners s = {Vec3(0, 0, 0), Vec3(2, 2, 2)};
  EXPECT_TRUE(meets(s, SegmentCorners{Vec3(2, 0, 0), Vec3(0, 2, 2)}));   // cross at (1, 1, 1)
  EXPECT_TRUE(meets(s, SegmentCorners{Vec3(1, 1, 1), Vec3(5, 0, 0)}));   // an end on the other
  EXPECT_TRUE(meets(s, SegmentCorners{Vec3(2, 2, 2), Vec3(5, 0, 0)}));   // end to end
  EXPECT_FALSE(meets(s, SegmentCorners{Vec3(2, 0, 0), Vec3(0, 2, 1)}));  // skew
  EXPECT_FALSE(meets(s, SegmentCorners{Vec3(6, 0, 0), Vec3(0, 6, 6)}));  // lines cross at (3, 3, 3)
  EXPECT_FALSE(meets(s, SegmentCorners{Vec3(0, 0, 1), Vec3(2, 2, 3)}));  // parallel
}

TEST(SegmentsMeet, OnOneLine) {
  const SegmentCorners s = {Vec3(1, 2, 3), Vec3(3, 6, 9)};
  EXPECT_TRUE(meets(s, SegmentCorners{Vec3(2, 4, 6), Vec3(5, 10, 15)}));  // overlap
  EXPECT_TRUE(meets(s, SegmentCorners{Vec3(0, 0, 0), Vec3(5, 10, 15)}));  // one inside
  EXPECT_TRUE(meets(s, SegmentCorners{Vec3(3, 6, 9), Vec3(5, 10, 15)}));  // end to end
  EXPECT_FALSE(meets(s, SegmentCorners{Vec3(4, 8, 12), Vec3(5, 10, 15)}));
  EXPECT_TRUE(meets(SegmentCorners{Vec3(1, 1, 0), Vec3(1, 1, 4)}, SegmentCorners{Vec3(1, 1, 4), Vec3(1, 1, 9)}));
  EXPECT_FALSE(meets(SegmentCorners{Vec3(1, 1, 0), Vec3(1, 1, 4)}, SegmentCorners{Vec3(1, 1, 5), Vec3(1, 1, 9)}));
}

TEST(SegmentsMeet, PointsAreSegments) {
  const Vec3 p(1, 1, 1), q(1, 1, 2);
  const SegmentCorners s = {Vec3(0, 0, 0), Vec3(3, 3, 3)};
  EXPECT_TRUE(meets(SegmentCorners{p, p}, SegmentCorners{p, p}));
  EXPECT_FALSE(meets(SegmentCorners{p, p}, SegmentCorners{q, q}));
  EXPECT_TRUE(meets(SegmentCorners{p, p}, s));
  EXPECT_FALSE(meets(SegmentCorners{q, q}, s));
  EXPECT_FALSE(meets(SegmentCorners{Vec3(4, 4, 4), Vec3(4, 4, 4)}, s));
}

TEST(SegmentMeetsTriangle, Piercing) {
  EXPECT_TRUE(meets(SegmentCorners{Vec3(1, 1, -1), Vec3(1, 1, 1)}, kTriangle));   // inside
  EXPECT_TRUE(meets(SegmentCorners{Vec3(2, 0, -1), Vec3(2, 0, 1)}, kTriangle));   // through a side
  EXPECT_TRUE(meets(SegmentCorners{Vec3(2, 2, -1), Vec3(2, 2, 1)}, kTriangle));   // through the slanted side
  EXPECT_TRUE(meets(SegmentCorners{Vec3(4, 0, -1), Vec3(4, 0, 1)}, kTriangle));   // through a corner
  EXPECT_FALSE(meets(SegmentCorners{Vec3(3, 3, -1), Vec3(3, 3, 1)}, kTriangle));  // past it
  EXPECT_FALSE(meets(SegmentCorners{Vec3(5, 0, -1), Vec3(5, 0, 1)}, kTriangle));  // on the line of a side
  EXPECT_FALSE(meets(SegmentCorners{Vec3(1, 1, 1), Vec3(1, 1, 2)}, kTriangle));   // too short
}

TEST(SegmentMeetsTriangle, EndsInThePlane) {
  EXPECT_TRUE(meets(SegmentCorners{Vec3(1, 1, 0), Vec3(1, 1, 2)}, kTriangle));
  EXPECT_TRUE(meets(SegmentCorners{Vec3(0, 4, 0), Vec3(1, 1, 2)}, kTriangle));
  EXPECT_FALSE(meets(SegmentCorners{Vec3(3, 3, 0), Vec3(1, 1, 2)}, kTriangle));
}

TEST(SegmentMeetsTriangle, InThePlane) {
  EXPECT_TRUE(meets(SegmentCorners{Vec3(1, 1, 0), Vec3(2, 1, 0)}, kTriangle));    // inside
  EXPECT_TRUE(meets(SegmentCorners{Vec3(-1, 1, 0), Vec3(9, 1, 0)}, kTriangle));   // right through
  EXPECT_TRUE(meets(SegmentCorners{Vec3(0, 0, 0), Vec3(4, 0, 0)}, kTriangle));    // a side
  EXPECT_TRUE(meets(SegmentCorners{Vec3(-1, 1, 0), Vec3(1, -1, 0)}, kTriangle));  // through a corner
  EXPECT_TRUE(meets(SegmentCorners{Vec3(4, 0, 0), Vec3(9, 0, 0)}, kTriangle));    // on from a corner
  EXPECT_FALSE(meets(SegmentCorners{Vec3(5, 0, 0), Vec3(9, 0, 0)}, kTriangle));
  EXPECT_FALSE(meets(SegmentCorners{Vec3(3, 2, 0), Vec3(2, 3, 0)}, kTriangle));
}

TEST(SegmentMeetsTriangle, DegenerateOnes) {
  const TriangleCorners line = {Vec3(0, 0, 0), Vec3(3, 3, 3), Vec3(1, 1, 1)};
  EXPECT_TRUE(meets(SegmentCorners{Vec3(2, 2, 0), Vec3(2, 2, 4)}, line));
  EXPECT_FALSE(meets(SegmentCorners{Vec3(2, 2, 0), Vec3(2, 2, 1)}, line));
  EXPECT_FALSE(meets(SegmentCorners{Vec3(4, 4, 4), Vec3(5, 5, 5)}, line));
  const TriangleCorners point = {Vec3(1, 1, 0), Vec3(1, 1, 0), Vec3(1, 1, 0)};
  EXPECT_TRUE(meets(SegmentCorners{Vec3(0, 0, 0), Vec3(2, 2, 0)}, point));
  EXPECT_FALSE(meets(SegmentCorners{Vec3(0, 0, 0), Vec3(2, 1, 0)}, point));
  EXPECT_TRUE(meets(SegmentCorners{Vec3(1, 1, 0), Vec3(1, 1, 0)}, kTriangle));
  EXPECT_FALSE(meets(SegmentCorners{Vec3(3, 3, 0), Vec3(3, 3, 0)}, kTriangle));
}

TEST(TrianglesMeet, AcrossEachOther) {
  EXPECT_TRUE(meets(kTriangle, {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(9, 9, 0)}));    // a side through the face
  EXPECT_TRUE(meets(kTriangle, {Vec3(-1, 1, -1), Vec3(-1, 1, 1), Vec3(9, 1, 0)}));  // right through
  EXPECT_TRUE(meets(kTriangle, {Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(2, 2, 1)}));     // a corner on the face
  EXPECT_TRUE(meets(kTriangle, {Vec3(0, 0, 0), Vec3(0, 0, 1), Vec3(-1, 0, 1)}));    // corner on corner
  EXPECT_TRUE(meets(kTriangle, {Vec3(2, -1, -1), Vec3(2, -1, 1), Vec3(2, 0, 0)}));  // corner on side
  EXPECT_TRUE(meets(kTriangle, {Vec3(2, -1, 0), Vec3(2, 1, 0), Vec3(2, 0, 5)}));    // side in the plane, across
  EXPECT_TRUE(meets(kTriangle, {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(2, 0, 5)}));     // side in the plane, inside
  EXPECT_FALSE(meets(kTriangle, {Vec3(0, 0, 1), Vec3(4, 0, 1), Vec3(0, 4, 1)}));    // parallel
  EXPECT_FALSE(meets(kTriangle, {Vec3(3, 3, -1), Vec3(3, 3, 1), Vec3(9, 9, 0)}));   // planes cross beside it
  EXPECT_FALSE(meets(kTriangle, {Vec3(1, 1, 1e-300), Vec3(1, 1, 1), Vec3(2, 2, 1)}));
}

TEST(TrianglesMeet, InOnePlane) {
  EXPECT_TRUE(meets(kTriangle, {Vec3(1, 1, 0), Vec3(5, 1, 0), Vec3(1, 5, 0)}));  // overlap
  EXPECT_TRUE(meets(kTriangle, {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 2, 0)}));  // one inside
  EXPECT_TRUE(meets(kTriangle, kTriangle));
  EXPECT_TRUE(meets(kTriangle, {Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(4, 4, 0)}));   // side on side
  EXPECT_TRUE(meets(kTriangle, {Vec3(2, 2, 0), Vec3(4, 2, 0), Vec3(2, 4, 0)}));   // corner on side
  EXPECT_TRUE(meets(kTriangle, {Vec3(4, 0, 0), Vec3(8, 0, 0), Vec3(4, 8, 0)}));   // corner on corner
  EXPECT_TRUE(meets(kTriangle, {Vec3(-1, 3, 0), Vec3(9, 1, 0), Vec3(9, 2, 0)}));  // no corner inside
  EXPECT_FALSE(meets(kTriangle, {Vec3(3, 3, 0), Vec3(4, 3, 0), Vec3(3, 4, 0)}));
}

TEST(TrianglesMeet, DegenerateOnes) {
  const TriangleCorners line = {Vec3(1, 1, -2), Vec3(1, 1, 2), Vec3(1, 1, 1)};
  EXPECT_TRUE(meets(kTriangle, line));
  EXPECT_FALSE(meets(kTriangle, {Vec3(3, 3, -2), Vec3(3, 3, 2), Vec3(3, 3, 1)}));
  EXPECT_TRUE(meets(line, {Vec3(0, 1, 0), Vec3(2, 1, 0), Vec3(2, 1, 0)}));
  EXPECT_FALSE(meets(line, {Vec3(0, 2, 0), Vec3(2, 2, 0), Vec3(2, 2, 0)}));
  const Vec3 p(1, 2, 0), q(3, 3, 0);
  EXPECT_TRUE(meets(kTriangle, {p, p, p}));
  EXPECT_FALSE(meets(kTriangle, {q, q, q}));
  EXPECT_TRUE(meets(TriangleCorners{p, p, p}, {p, p, p}));
  EXPECT_FALSE(meets(TriangleCorners{p, p, p}, {q, q, q}));
}

// Touching is decided for the numbers as stored, at any size of them.
TEST(TrianglesMeet, AtAnyScale) {
  for (const double scale : {1.0, 0x1p-1070, 1e-160, 1e160, 1e300}) {
    SCOPED_TRACE(scale);
    const auto scaled = [&](TriangleCorners t) {
      for (Vec3& p : t) p *= scale;
      return t;
    };
    EXPECT_TRUE(meets(scaled(kTriangle), scaled({Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(2, 2, 1)})));
    EXPECT_TRUE(meets(scaled(kTriangle), scaled({Vec3(2, 2, 0), Vec3(4, 2, 0), Vec3(2, 4, 0)})));
    EXPECT_FALSE(meets(scaled(kTriangle), scaled({Vec3(1, 1, 1), Vec3(1, 1, 2), Vec3(2, 2, 2)})));
    EXPECT_FALSE(meets(scaled(kTriangle), scaled({Vec3(3, 2, 0), Vec3(4, 2, 0), Vec3(2, 4, 0)})));
  }
}

}  // namespace
}  // namespace muslin::intersection_test
