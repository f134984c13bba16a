#include <gtest/gtest.h>

#include <muslin/geometry/topology.hpp>

namespace muslin::topology_test {
namespace {

VertexId v(int i) { return VertexId(i); }

// Two triangles that share an edge, one triangle that makes that edge non-manifold, a cable and a lonely vertex.
Mesh mixed_mesh() {
  Mesh mesh;
  mesh.positions.resize(8, Vec3::Zero());
  mesh.triangles = {{v(0), v(1), v(2)}, {v(2), v(1), v(3)}, {v(1), v(2), v(4)}};
  mesh.segments = {{v(6), v(5)}};
  return mesh;
}

TEST(Topology, ListsEveryEdgeOnceInAscendingOrder) {
  const Topology topology = make_topology(mixed_mesh());
  const std::vector<Segment> expected = {{v(0), v(1)}, {v(0), v(2)}, {v(1), v(2)}, {v(1), v(3)},
                                         {v(1), v(4)}, {v(2), v(3)}, {v(2), v(4)}, {v(5), v(6)}};
  EXPECT_EQ(topology.edges, expected);
}

TEST(Topology, TellsBoundaryInnerNonManifoldAndLooseEdges) {
  const Topology topology = make_topology(mixed_mesh());
  EXPECT_TRUE(topology.is_boundary(EdgeId(0)));
  EXPECT_EQ(topology.edge_triangles[2].size(), 3U);
  EXPECT_FALSE(topology.is_boundary(EdgeId(2)));
  EXPECT_TRUE(topology.is_loose(EdgeId(7)));
  EXPECT_EQ(topology.segment_edges, std::vector<EdgeId>{EdgeId(7)});
}

TEST(Topology, SidesOfATriangleFollowItsCorners) {
  const Topology topology = make_topology(mixed_mesh());
  const std::array<EdgeId, 3> expected = {EdgeId(2), EdgeId(3), EdgeId(5)};  // 2-1, 1-3, 3-2
  EXPECT_EQ(topology.triangle_edges[1], expected);
}

TEST(Topology, FindsIsolatedVertices) {
  const Topology topology = make_topology(mixed_mesh());
  EXPECT_TRUE(topology.is_isolated(v(7)));
  EXPECT_FALSE(topology.is_isolated(v(5)));
  EXPECT_EQ(topology.vertex_triangles[1].size(), 3U);
  EXPECT_TRUE(topology.vertex_triangles[5].empty());
}

TEST(Topology, SurvivesRepeatedCornersAndEmptyMeshes) {
  Mesh mesh;
  mesh.positions.resize(2, Vec3::Zero());
  mesh.triangles = {{v(0), v(0), v(1)}, {v(1), v(1), v(1)}};
  mesh.segments = {{v(1), v(1)}};
  const Topology topology = make_topology(mesh);
  ASSERT_EQ(topology.edges.size(), 1U);
  EXPECT_EQ(topology.edge_triangles[0].size(), 1U);
  EXPECT_FALSE(topology.triangle_edges[0][0].valid());
  EXPECT_FALSE(topology.segment_edges[0].valid());
  EXPECT_EQ(topology.vertex_triangles[1].size(), 2U);
  EXPECT_TRUE(make_topology(Mesh{}).edges.empty());
}

}  // namespace
}  // namespace muslin::topology_test
