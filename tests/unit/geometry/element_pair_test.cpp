#include <gtest/gtest.h>

#include <muslin/geometry/element_pair.hpp>
#include <muslin/geometry/proven_disjoint.hpp>
#include <vector>

namespace muslin::element_pair_test {
namespace {

using Ids = std::vector<int>;

/// Whether elements with these vertices intersect; either of them may come first.
bool intersecting(const std::vector<Vec3>& positions, const Ids& a, const Ids& b) {
  const auto element = [&](const Ids& ids) {
    std::vector<VertexId> vertices;
    for (const int id : ids) vertices.emplace_back(id);
    return make_element(vertices, positions);
  };
  const ElementPair ab = make_element_pair(element(a), element(b)), ba = make_element_pair(element(b), element(a));
  const bool result = intersect(ab);
  EXPECT_EQ(intersect(ba), result);
  if (result) {
    EXPECT_FALSE(proven_disjoint(ab));
    EXPECT_FALSE(proven_disjoint(ba));
  }
  return result;
}

TEST(MakeElement, KeepsARepeatedVertexOnce) {
  const std::vector<Vec3> positions = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
  const std::array<VertexId, 3> twice = {VertexId(2), VertexId(1), VertexId(2)};
  const Element element = make_element(twice, positions);
  EXPECT_EQ(element.size, 2);
  EXPECT_EQ(element.corner[0], positions[2]);
  EXPECT_EQ(element.corner[1], positions[1]);
  EXPECT_EQ(element.corner[2], positions[1]);
}

TEST(PairUp, PutsSharedCornersFirst) {
  const std::vector<Vec3> p = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(5, 5, 5)};
  const std::array<VertexId, 3> a = {VertexId(0), VertexId(1), VertexId(2)},
                                b = {VertexId(2), VertexId(3), VertexId(1)};
  const ElementPair pair = make_element_pair(make_element(a, p), make_element(b, p));
  EXPECT_EQ(pair.shared, 2);
  EXPECT_EQ(pair.a, (TriangleCorners{p[1], p[2], p[0]}));
  EXPECT_EQ(pair.b, (TriangleCorners{p[1], p[2], p[3]}));
}

TEST(Intersect, NothingShared) {
  const std::vector<Vec3> p = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0),   // a triangle
                               Vec3(0, 0, 0), Vec3(0, 0, 4), Vec3(-4, 0, 4),  // another, from the same place
                               Vec3(9, 9, 9)};
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {3, 4, 5}));  // two vertices at one place are not one vertex
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {3, 4}));
  EXPECT_TRUE(intersecting(p, {0, 1}, {3, 4}));
  EXPECT_FALSE(intersecting(p, {0, 1}, {4, 5}));
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {4, 5, 6}));
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {3, 3, 3}));  // a point on a triangle
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {6, 6}));
  EXPECT_TRUE(intersecting(p, {0, 0}, {3, 3, 3}));
}

TEST(Intersect, TrianglesWithACommonVertex) {
  const std::vector<Vec3> p = {Vec3(0, 0, 0),  Vec3(4, 0, 0),  Vec3(0, 4, 0),   // 0 is shared
                               Vec3(-4, 0, 0), Vec3(0, -4, 0),                  // 3, 4: opposite, in the plane
                               Vec3(1, 1, 1),  Vec3(1, 1, -1),                  // 5, 6: across the first
                               Vec3(1, 1, 0),  Vec3(9, 9, 9),                   // 7: on it
                               Vec3(8, 0, 0),  Vec3(8, -1, 0), Vec3(4, 4, 0)};  // 9: on along a side; 10; 11
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {0, 3, 4}));
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {0, 5, 6}));
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {0, 7, 8}));
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {0, 9, 10}));  // touches along a side without sharing it
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {0, 11, 8}));  // touches along the diagonal
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {0, 3, 5}));
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {0, 8, 5}));
}

TEST(Intersect, DegenerateTrianglesWithACommonVertex) {
  const std::vector<Vec3> p = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0),                   // proper, 0 is shared
                               Vec3(0, 0, 1), Vec3(0, 0, 2), Vec3(1, 1, 0), Vec3(-1, -1, 0),  // 3 to 6
                               Vec3(0, 0, 0), Vec3(0, 0, -1)};                                // 7 at the place of 0; 8
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {0, 3, 4}));                                        // a needle away from it
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {0, 3, 8}));  // a needle through the vertex
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {0, 5, 6}));   // one end of it lies on the triangle
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {0, 6, 7}));  // the other does not
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {0, 5, 7}));
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {0, 7, 7}));  // (0, 7): a point as a set, and that is the shared one
  EXPECT_TRUE(intersecting(p, {0, 3, 8}, {0, 4, 7}));   // both needles, one way in common
  EXPECT_FALSE(intersecting(p, {0, 3, 4}, {0, 8, 7}));  // both needles, opposite ways
  EXPECT_FALSE(intersecting(p, {0, 3, 4}, {0, 5, 6}));  // both needles, other directions
}

TEST(Intersect, TrianglesWithACommonEdge) {
  const std::vector<Vec3> p = {Vec3(0, 0, 0),      Vec3(4, 0, 0),  // the edge
                               Vec3(0, 4, 0),      Vec3(4, -4, 0),
                               Vec3(5, 1, 0),                       // one side, the other, the first again
                               Vec3(0, 4, 1e-300), Vec3(0, 4, 0)};  // 5: hardly off the plane; 6: as 2
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {1, 0, 3}));              // flat cloth
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {1, 0, 4}));               // folded flat
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {1, 0, 5}));              // folded, but not onto it
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {1, 0, 6}));               // exactly onto it
}

TEST(Intersect, DegenerateTrianglesWithACommonEdge) {
  const std::vector<Vec3> p = {Vec3(0, 0, 0), Vec3(4, 0, 0),                                 // the edge
                               Vec3(2, 0, 0), Vec3(6, 0, 0), Vec3(7, 0, 0), Vec3(-1, 0, 0),  // 2 to 5 on its line
                               Vec3(1, 1, 0), Vec3(0, 0, 0), Vec3(2, 2, 0)};                 // 6; 7 as 0; 8 behind 6
  EXPECT_FALSE(intersecting(p, {0, 1, 3}, {0, 1, 6}));  // a needle on from the edge of a proper one
  EXPECT_FALSE(intersecting(p, {0, 1, 2}, {0, 1, 3}));  // inside the edge, and beyond it
  EXPECT_TRUE(intersecting(p, {0, 1, 3}, {0, 1, 4}));   // both beyond the same end
  EXPECT_TRUE(intersecting(p, {1, 0, 3}, {0, 1, 4}));
  EXPECT_FALSE(intersecting(p, {0, 1, 3}, {0, 1, 5}));  // beyond different ends
  EXPECT_TRUE(intersecting(p, {0, 7, 6}, {0, 7, 8}));   // the edge is a point: two segments from it, one way
  EXPECT_FALSE(intersecting(p, {0, 7, 6}, {0, 7, 1}));  // different ways
  EXPECT_FALSE(intersecting(p, {0, 7, 7}, {0, 7, 8}));
}

TEST(Intersect, AllVerticesInCommon) {
  const std::vector<Vec3> p = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(2, 0, 0)};
  EXPECT_TRUE(intersecting(p, {0, 1, 2}, {2, 1, 0}));   // the same face twice
  EXPECT_FALSE(intersecting(p, {0, 1, 3}, {0, 1, 3}));  // the same needle twice: nothing but its edges
  EXPECT_FALSE(intersecting(p, {0, 1}, {1, 0}));        // the same cable edge twice
  EXPECT_FALSE(intersecting(p, {0, 0, 0}, {0, 0}));
}

TEST(Intersect, CablesWithCommonVertices) {
  const std::vector<Vec3> p = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0),  // a triangle
                               Vec3(2, 0, 0), Vec3(1, 1, 0), Vec3(1, 1, 3), Vec3(-1, 0, 0)};
  EXPECT_FALSE(intersecting(p, {0, 1}, {1, 2}));  // a bend
  EXPECT_FALSE(intersecting(p, {6, 0}, {0, 3}));  // straight on
  EXPECT_TRUE(intersecting(p, {0, 1}, {1, 3}));   // folded back on itself
  EXPECT_TRUE(intersecting(p, {0, 1}, {0, 3}));
  EXPECT_FALSE(intersecting(p, {0, 1}, {0, 1, 2}));  // along an edge of cloth it is sewn to
  EXPECT_TRUE(intersecting(p, {0, 3}, {0, 1, 2}));   // along an edge it is sewn to at one end
  EXPECT_TRUE(intersecting(p, {0, 4}, {0, 1, 2}));   // across the face
  EXPECT_FALSE(intersecting(p, {0, 5}, {0, 1, 2}));  // up from a corner
  EXPECT_FALSE(intersecting(p, {0, 6}, {0, 1, 2}));  // away from a corner, in the plane
  EXPECT_FALSE(intersecting(p, {0, 0}, {0, 1, 2}));  // a cable edge without length at a corner
  EXPECT_FALSE(intersecting(p, {0, 1, 1}, {0, 1, 2}));
}

TEST(ProvenDisjoint, SeesFlatNeighbours) {
  const std::vector<Vec3> p = {Vec3(0, 0, 0),   Vec3(1, 0, 1),   Vec3(0, 1, 2), Vec3(1, 1, 3), Vec3(2, 1, 4),
                               Vec3(-1, 0, -1), Vec3(0, -1, -2), Vec3(5, 0, 5), Vec3(5, 1, 7), Vec3(6, 0, 6)};
  const auto clear = [&](const Ids& a, const Ids& b) {
    std::vector<VertexId> va, vb;
    for (const int id : a) va.emplace_back(id);
    for (const int id : b) vb.emplace_back(id);
    return proven_disjoint(make_element_pair(make_element(va, p), make_element(vb, p)));
  };
  EXPECT_TRUE(clear({0, 1, 2}, {7, 8, 9}));
  EXPECT_TRUE(clear({0, 1, 2}, {0, 5, 6}));
  EXPECT_TRUE(clear({0, 1, 2}, {1, 2, 3}));
  EXPECT_TRUE(clear({0, 1}, {1, 4}));
}

}  // namespace
}  // namespace muslin::element_pair_test
