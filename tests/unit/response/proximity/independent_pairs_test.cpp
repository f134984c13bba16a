#include <gtest/gtest.h>

#include <muslin/response/proximity/independent_pairs.hpp>

namespace muslin::independent_pairs_test {
namespace {

Proximity pair(StencilKind kind, std::array<int, 4> vertex, std::array<double, 4> weight, double distance) {
  Proximity result;
  result.contact.kind = kind;
  for (std::size_t a = 0; a < 4; ++a) result.contact.vertex[a] = VertexId(vertex[a]);
  result.contact.weight = weight;
  result.distance = distance;
  result.thickness = 1.0;
  return result;
}

Proximity vertex_triangle(std::array<int, 4> vertex, std::array<double, 4> weight, double distance) {
  return pair(StencilKind::vertex_triangle, vertex, weight, distance);
}

Proximity edge_edge(std::array<int, 4> vertex, double distance, std::array<double, 4> weight = {-0.5, -0.5, 0.5, 0.5}) {
  return pair(StencilKind::edge_edge, vertex, weight, distance);
}

using Independent = std::vector<std::uint8_t>;

TEST(IndependentPairs, OfPairsWithTheSamePointsTheFirstIs) {
  // Vertex 9 is nearest to side 1-2, which triangles 0-1-2 and 1-2-3 share; and to it as an end of edge 9-8.
  const std::vector<Proximity> pairs = {vertex_triangle({0, 1, 2, 9}, {0.0, -0.5, -0.5, 1.0}, 0.1),
                                        vertex_triangle({2, 1, 3, 9}, {-0.5, -0.5, 0.0, 1.0}, 0.1),
                                        edge_edge({1, 2, 8, 9}, 0.1, {-0.5, -0.5, 0.0, 1.0}),
                                        vertex_triangle({0, 1, 2, 8}, {0.0, -0.5, -0.5, 1.0}, 0.1)};
  EXPECT_EQ(independent_pairs(pairs, 10), (Independent{1, 0, 0, 1}));
}

// Vertex 9 lies over triangle 0-1-2, next to its side 1-2: the triangle on the other side, and that side as an edge,
// are farther. At side 2-3 of that triangle, which 0-1-2 does not have, it may lie.
TEST(IndependentPairs, SidesOfANearerTriangleAreNot) {
  const std::vector<Proximity> pairs = {vertex_triangle({0, 1, 2, 9}, {-0.2, -0.4, -0.4, 1.0}, 0.1),
                                        vertex_triangle({2, 1, 3, 9}, {-0.5, -0.5, 0.0, 1.0}, 0.11),
                                        edge_edge({1, 2, 8, 9}, 0.11, {-0.5, -0.5, 0.0, 1.0}),
                                        edge_edge({2, 3, 8, 9}, 0.11, {-0.5, -0.5, 0.0, 1.0})};
  EXPECT_EQ(independent_pairs(pairs, 10), (Independent{1, 0, 0, 1}));
}

TEST(IndependentPairs, EdgesThatVerticesOfBothJoinAreNot) {
  const std::array<double, 4> inside = {-0.4, -0.3, -0.3, 1.0};
  // Vertex 4 lies on triangle 0-1-2: joined are 4-0 and 4-1. Edge 0-1 on edge 4-5 says no more than that.
  const std::vector<Proximity> pairs = {vertex_triangle({0, 1, 2, 4}, inside, 0.1), edge_edge({0, 1, 4, 5}, 0.1),
                                        edge_edge({0, 3, 4, 5}, 0.1)};
  EXPECT_EQ(independent_pairs(pairs, 6), (Independent{1, 0, 1}));  // of edge 0-3 only 0 is joined to 4
}

TEST(IndependentPairs, EdgesMuchNearerThanTheVerticesAre) {
  const std::array<double, 4> inside = {-0.4, -0.3, -0.3, 1.0};
  const std::vector<Proximity> pairs = {vertex_triangle({0, 1, 2, 4}, inside, 0.1), edge_edge({0, 1, 4, 5}, 0.04)};
  EXPECT_EQ(independent_pairs(pairs, 6), (Independent{1, 1}));
}

TEST(IndependentPairs, EdgesAloneAre) {
  const std::vector<Proximity> pairs = {edge_edge({0, 1, 4, 5}, 0.1), edge_edge({0, 2, 4, 5}, 0.1)};
  EXPECT_EQ(independent_pairs(pairs, 6), (Independent{1, 1}));
  EXPECT_TRUE(independent_pairs({}, 6).empty());
}

}  // namespace
}  // namespace muslin::independent_pairs_test
