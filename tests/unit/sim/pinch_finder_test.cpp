#include <gtest/gtest.h>

#include <muslin/sim/pinch_finder.hpp>

namespace muslin::pinch_finder_test {
namespace {

/// Vertices 0 to 3 are scripted, 4 to 9 are cloth.
const std::vector<std::uint8_t> kScripted = {1, 1, 1, 1, 0, 0, 0, 0, 0, 0};

/// Vertex `on` near a triangle of which only corner `of` matters; the normal points from the triangle to the vertex.
Proximity pair_of(int of, int on, const Vec3& normal) {
  Proximity pair;
  pair.contact.kind = StencilKind::vertex_triangle;
  pair.contact.vertex = {VertexId(of), VertexId(of), VertexId(of), VertexId(on)};
  pair.contact.weight = {-1.0, 0.0, 0.0, 1.0};
  pair.contact.normal = normal;
  return pair;
}

std::vector<int> pinching(const std::vector<Proximity>& touching) {
  const std::vector<PinchKind> marks = find_pinching_vertices(touching, kScripted);
  std::vector<int> result;
  for (std::size_t v = 0; v < marks.size(); ++v)
    if (marks[v] != PinchKind::none) result.push_back(static_cast<int>(v));
  return result;
}

const Vec3 kUp = Vec3::UnitY();

TEST(PinchFinder, ClothThatLiesOnAnObstacleIsNotPinched) {
  EXPECT_EQ(pinching({}), std::vector<int>{});
  EXPECT_EQ(pinching({pair_of(0, 4, kUp), pair_of(1, 4, Vec3(0.6, 0.8, 0))}), std::vector<int>{});
}

TEST(PinchFinder, ClothBetweenOppositeSidesIsPinched) {
  EXPECT_EQ(pinching({pair_of(0, 4, kUp), pair_of(1, 4, -kUp)}), (std::vector<int>{0, 1}));
  // Which element of a pair is that of the obstacle does not matter.
  EXPECT_EQ(pinching({pair_of(0, 4, kUp), pair_of(4, 1, kUp)}), (std::vector<int>{0, 1}));
  EXPECT_EQ(pinching({pair_of(0, 4, kUp), pair_of(4, 1, -kUp)}), std::vector<int>{});
  // Other cloth is not concerned.
  EXPECT_EQ(pinching({pair_of(0, 4, kUp), pair_of(1, 4, -kUp), pair_of(2, 5, kUp)}), (std::vector<int>{0, 1}));
}

TEST(PinchFinder, LayersAreSqueezedTogether) {
  EXPECT_EQ(pinching({pair_of(0, 4, kUp), pair_of(4, 5, kUp), pair_of(5, 6, kUp), pair_of(1, 6, -kUp)}),
            (std::vector<int>{0, 1}));
  EXPECT_EQ(pinching({pair_of(0, 4, kUp), pair_of(4, 5, kUp), pair_of(6, 7, kUp), pair_of(1, 6, -kUp)}),
            std::vector<int>{});
  // A stack that lies on an obstacle is not pinched, however many layers it has.
  EXPECT_EQ(pinching({pair_of(0, 4, kUp), pair_of(4, 5, kUp), pair_of(5, 6, kUp), pair_of(1, 4, kUp)}),
            std::vector<int>{});
}

TEST(PinchFinder, ScriptedVerticesOfClothPinchWhatTheyTouch) {
  EXPECT_EQ(pinching({pair_of(0, 1, kUp)}), (std::vector<int>{0, 1}));
  // Vertex 1 pinches cloth as well, but a script gives up no room.
  const std::vector<PinchKind> kinds =
      find_pinching_vertices(std::vector{pair_of(0, 1, kUp), pair_of(1, 4, kUp), pair_of(2, 4, -kUp)}, kScripted);
  EXPECT_EQ(kinds[1], PinchKind::conflict);
  EXPECT_EQ(kinds[2], PinchKind::cloth);
  EXPECT_EQ(kinds[3], PinchKind::none);
}

TEST(PinchFinder, VerticesWithoutWeightDoNotCount) {
  Proximity pair = pair_of(0, 4, -kUp);
  pair.contact.vertex[1] = VertexId(5);  // without weight
  EXPECT_EQ(pinching({pair, pair_of(1, 5, kUp)}), std::vector<int>{});
  Proximity edges = pair_of(0, 4, kUp);  // edge 0-0 on edge 2-4: the cloth end of the second has all its weight
  edges.contact.kind = StencilKind::edge_edge;
  edges.contact.vertex[2] = VertexId(2);
  EXPECT_EQ(pinching({edges, pair_of(1, 4, -kUp)}), (std::vector<int>{0, 1}));
}

}  // namespace
}  // namespace muslin::pinch_finder_test
