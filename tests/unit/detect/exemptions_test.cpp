#include <gtest/gtest.h>

#include <muslin/detect/exemptions.hpp>
#include <muslin/detect/outranked_release.hpp>
#include <muslin/geometry/shapes.hpp>

namespace muslin::exemptions_test {
namespace {

std::vector<VertexId> ids(std::initializer_list<int> values) {
  std::vector<VertexId> result;
  for (const int value : values) result.emplace_back(value);
  return result;
}

constexpr std::int32_t kNone = Exemptions::kNoPriority;

TEST(Exemptions, NothingIsExemptWithoutLabels) {
  const Exemptions exemptions;
  EXPECT_TRUE(exemptions.empty());
  EXPECT_FALSE(exemptions.has(ids({0}), ids({1, 2, 3})));
}

TEST(Exemptions, ATangleExemptsPairsAllOfWhoseVerticesItHas) {
  Exemptions exemptions;
  exemptions.tangle = {0, 0, 0, 0, 1, 1, -1, -1};
  EXPECT_TRUE(exemptions.has(ids({0}), ids({1, 2, 3})));
  EXPECT_TRUE(exemptions.has(ids({4}), ids({5})));
  EXPECT_FALSE(exemptions.has(ids({0}), ids({1, 2, 4}))) << "two tangles";
  EXPECT_FALSE(exemptions.has(ids({0, 6}), ids({1, 2}))) << "a vertex outside";
  EXPECT_FALSE(exemptions.has(ids({6}), ids({7}))) << "no tangle";
}

// Vertices 0 to 2 are cloth, 3 and 4 an obstacle of priority 1, 5 one of priority 2.
TEST(Exemptions, ClothIgnoresObstaclesOfLowerPriorityOnly) {
  Exemptions exemptions;
  exemptions.priority = {kNone, kNone, kNone, 1, 1, 2};
  exemptions.min_priority = {kNone, 2, kNone, kNone, kNone, kNone};
  EXPECT_TRUE(exemptions.has_outranked(ids({0, 1}), ids({3, 4})));
  EXPECT_TRUE(exemptions.has_outranked(ids({3, 4}), ids({0, 1}))) << "in either order";
  EXPECT_FALSE(exemptions.has_outranked(ids({0, 2}), ids({3, 4}))) << "no vertex that ignores anything";
  EXPECT_FALSE(exemptions.has_outranked(ids({1}), ids({5}))) << "its priority suffices";
  EXPECT_FALSE(exemptions.has_outranked(ids({1}), ids({4, 5}))) << "a part of it suffices";
  EXPECT_FALSE(exemptions.has_outranked(ids({1}), ids({0, 2}))) << "cloth against cloth";
  EXPECT_FALSE(exemptions.has_outranked(ids({3}), ids({5}))) << "two obstacles";
}

// A strip of two triangles, one of which passes through an obstacle; a triangle far away ignores it too.
TEST(Exemptions, VerticesAreReleasedTogetherWhenTheyAreFree) {
  TangleMesh mesh;
  const auto triangle = [&](int a, int b, int c, std::int32_t body) {
    mesh.triangles.push_back({VertexId(a), VertexId(b), VertexId(c)});
    mesh.triangle_body.push_back(body);
  };
  triangle(0, 1, 2, 0);
  triangle(1, 3, 2, 0);
  triangle(4, 5, 6, 0);
  triangle(7, 8, 9, 1);  // the obstacle, in the plane y = 0
  mesh.is_obstacle = {0, 1};
  mesh.vertex_count = 10;
  std::vector<Vec3> position = {Vec3(0, 2, 0), Vec3(1, 2, 0), Vec3(0, 1, 0),   Vec3(1, 1, 0),   Vec3(9, 1, 0),
                                Vec3(9, 2, 0), Vec3(8, 1, 0), Vec3(-5, 0, -5), Vec3(15, 0, -5), Vec3(0, 0, 9)};
  Exemptions exemptions;
  exemptions.priority.assign(10, kNone);
  for (const std::size_t v : {7U, 8U, 9U}) exemptions.priority[v] = 0;
  exemptions.min_priority.assign(10, kNone);
  for (const std::size_t v : {1U, 3U, 4U}) exemptions.min_priority[v] = 1;

  position[3].y() = -1.0;  // vertex 1 is connected to it, and free by itself
  const std::vector<std::int32_t> held = release_outranked(mesh, position, exemptions);
  ASSERT_EQ(held.size(), 10U);
  EXPECT_EQ(held[1], 1);
  EXPECT_EQ(held[3], 1);
  EXPECT_EQ(held[4], kNone);
  position[3].y() = 1.0;
  EXPECT_TRUE(release_outranked(mesh, position, exemptions).empty());
}

}  // namespace
}  // namespace muslin::exemptions_test
