#include <gtest/gtest.h>

#include <muslin/detect/broad_phase.hpp>
#include <muslin/detect/tangles.hpp>

namespace muslin::tangles_test {
namespace {

VertexId v(int i) { return VertexId(std::int32_t{i}); }

/// Two strips of two triangles each. The second one stands upright on the first: triangle 2 passes through triangle 0.
struct Strips {
  TangleMesh mesh;
  std::vector<Vec3> position = {{0, 0, 0},        {1, 0, 0},        {0, 0, 1},       {1, 0, 1},  // flat
                                {0.2, -0.5, 0.2}, {0.4, -0.5, 0.2}, {0.2, 0.5, 0.3},             // through it
                                {0.4, 2.5, 0.3}};
  Strips() {
    mesh.triangles = {{v(0), v(2), v(1)}, {v(1), v(2), v(3)}, {v(4), v(5), v(6)}, {v(5), v(7), v(6)}};
    mesh.triangle_body = {0, 0, 1, 1};
    mesh.is_obstacle = {0, 0};
    mesh.vertex_count = position.size();
  }
};

TEST(Tangles, FindsEveryPairAndLabelsItsVertices) {
  const Strips strips;
  const std::vector<IntersectingPair> pairs = find_intersections(strips.mesh, strips.position);
  ASSERT_EQ(pairs.size(), 2U);  // triangle 3 shares the edge 5-6, which passes through triangle 0 as well
  const std::vector<std::int32_t> label = label_tangles(strips.mesh, pairs, /*rings=*/0);
  EXPECT_EQ(label, (std::vector<std::int32_t>{0, 0, 0, -1, 0, 0, 0, 0}));
  EXPECT_EQ(label_tangles(strips.mesh, pairs, /*rings=*/1)[3], 0);
  EXPECT_TRUE(label_tangles(strips.mesh, {}, 1).empty());
}

TEST(Tangles, AreReleasedWhenTheyAreApart) {
  Strips strips;
  std::vector<std::int32_t> label =
      label_tangles(strips.mesh, find_intersections(strips.mesh, strips.position), /*rings=*/1);
  const std::vector<std::int32_t> before = label;
  release_separated(strips.mesh, strips.position, label);
  EXPECT_EQ(label, before);
  for (std::size_t i = 4; i < 8; ++i) strips.position[i].y() += 3.0;
  release_separated(strips.mesh, strips.position, label);
  EXPECT_TRUE(label.empty());
}

TEST(Tangles, AreNoPairsOfTheBroadPhase) {
  const Strips strips;
  Mesh mesh;
  mesh.positions = strips.position;
  mesh.triangles = strips.mesh.triangles;
  BroadPhase broad_phase(make_collision_mesh(mesh));
  broad_phase.refit(strips.position, strips.position, 0.01);
  BroadPhasePairs all, guarded;
  broad_phase.find(all);
  EXPECT_GT(all.count(), 0U);
  // Vertex 3 is in no tangle, so pairs of triangle 1 remain.
  Exemptions exemptions;
  exemptions.tangle = {0, 0, 0, -1, 0, 0, 0, 0};
  broad_phase.set_exemptions(exemptions);
  broad_phase.find(guarded);
  EXPECT_LT(guarded.count(), all.count());
  for (const BroadPhaseChunk& chunk : guarded.chunks)
    for (const VertexTrianglePair& pair : chunk.vertex_triangle.pairs())
      EXPECT_TRUE(pair.vertex == v(3) || pair.triangle == TriangleId(std::int32_t{1}));
  broad_phase.set_exemptions({});
  broad_phase.find(guarded);
  EXPECT_EQ(guarded.count(), all.count());
}

}  // namespace
}  // namespace muslin::tangles_test
