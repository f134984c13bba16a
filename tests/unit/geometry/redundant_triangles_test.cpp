#include <gtest/gtest.h>

#include <muslin/geometry/redundant_triangles.hpp>

namespace muslin::redundant_triangles_test {
namespace {

Triangle tri(int a, int b, int c) { return {VertexId(a), VertexId(b), VertexId(c)}; }

TEST(RedundantTriangles, AreRemovedWithTheirMaterialAndGroup) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  mesh.triangles = {tri(0, 1, 2), tri(1, 1, 3), tri(2, 1, 0), tri(1, 3, 2), tri(1, 2, 0)};
  mesh.material = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  mesh.material_corners = {{0, 1, 2}, {1, 1, 3}, {2, 1, 0}, {1, 3, 2}, {1, 2, 0}};
  mesh.group_names = {"a", "b"};
  mesh.triangle_group = {0, 0, 1, 1, 1};
  const auto pair = find_duplicate_triangle(mesh);
  ASSERT_TRUE(pair);
  EXPECT_EQ(*pair, std::pair(std::size_t{0}, std::size_t{2}));

  EXPECT_EQ(remove_redundant_triangles(mesh), 3U);
  EXPECT_EQ(mesh.triangles, (std::vector{tri(0, 1, 2), tri(1, 3, 2)}));
  EXPECT_EQ(mesh.material_corners, (std::vector<std::array<std::int32_t, 3>>{{0, 1, 2}, {1, 3, 2}}));
  EXPECT_EQ(mesh.triangle_group, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(mesh.positions.size(), 4U);
  EXPECT_FALSE(find_duplicate_triangle(mesh));
  EXPECT_EQ(remove_redundant_triangles(mesh), 0U);
}

}  // namespace
}  // namespace muslin::redundant_triangles_test
