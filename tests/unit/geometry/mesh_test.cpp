#include <gtest/gtest.h>

#include <muslin/geometry/mesh.hpp>

namespace muslin::mesh_test {
namespace {

using Corners = std::array<std::int32_t, 3>;

VertexId v(int i) { return VertexId(i); }

Mesh triangle_at(double x) {
  Mesh mesh;
  mesh.positions = {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}};
  mesh.triangles = {{v(0), v(1), v(2)}};
  return mesh;
}

Mesh with_material(Mesh mesh, double scale) {
  mesh.material = {{0, 0}, {scale, 0}, {0, scale}};
  mesh.material_corners = {{0, 1, 2}};
  return mesh;
}

Mesh in_group(Mesh mesh, const std::string& name) {
  mesh.group_names = {name};
  mesh.triangle_group = {0};
  return mesh;
}

Mesh joined(Mesh whole, const Mesh& part) {
  append(whole, part);
  return whole;
}

TEST(Append, MovesTheIndicesOfTrianglesAndSegments) {
  Mesh cable;
  cable.positions = {{5, 0, 0}, {6, 0, 0}};
  cable.segments = {{v(0), v(1)}};
  const Mesh whole = joined(joined(triangle_at(0), cable), triangle_at(8));
  EXPECT_EQ(whole.positions.size(), 8U);
  EXPECT_EQ(whole.positions[5], Vec3(8, 0, 0));
  EXPECT_EQ(whole.triangles, (std::vector<Triangle>{{v(0), v(1), v(2)}, {v(5), v(6), v(7)}}));
  EXPECT_EQ(whole.segments, (std::vector<Segment>{{v(3), v(4)}}));
}

TEST(Append, PlainMeshesStayWithoutMaterialAndGroups) {
  const Mesh whole = joined(triangle_at(0), triangle_at(2));
  EXPECT_TRUE(whole.material.empty());
  EXPECT_TRUE(whole.material_corners.empty());
  EXPECT_TRUE(whole.group_names.empty());
  EXPECT_TRUE(whole.triangle_group.empty());
}

TEST(Append, NothingToEitherSideChangesNothing) {
  const Mesh mesh = in_group(with_material(triangle_at(0), 1.0), "sleeve");
  for (const Mesh& whole : {joined(mesh, Mesh{}), joined(Mesh{}, mesh)}) {
    EXPECT_EQ(whole.positions, mesh.positions);
    EXPECT_EQ(whole.triangles, mesh.triangles);
    EXPECT_EQ(whole.material, mesh.material);
    EXPECT_EQ(whole.material_corners, mesh.material_corners);
    EXPECT_EQ(whole.group_names, mesh.group_names);
    EXPECT_EQ(whole.triangle_group, mesh.triangle_group);
  }
}

TEST(Append, MaterialOfBothIsKept) {
  const Mesh whole = joined(with_material(triangle_at(0), 1.0), with_material(triangle_at(2), 3.0));
  EXPECT_EQ(whole.material.size(), 6U);
  EXPECT_EQ(whole.material[4], Vec2(3, 0));
  EXPECT_EQ(whole.material_corners, (std::vector<Corners>{{0, 1, 2}, {3, 4, 5}}));
}

TEST(Append, TrianglesWithoutMaterialSaySo) {
  const Mesh before = joined(triangle_at(0), with_material(triangle_at(2), 1.0));
  EXPECT_EQ(before.material_corners, (std::vector<Corners>{{-1, -1, -1}, {0, 1, 2}}));
  const Mesh after = joined(with_material(triangle_at(0), 1.0), triangle_at(2));
  EXPECT_EQ(after.material_corners, (std::vector<Corners>{{0, 1, 2}, {-1, -1, -1}}));
  // -1 is no index: it must not be moved along with the others.
  const Mesh both = joined(with_material(triangle_at(4), 1.0), before);
  EXPECT_EQ(both.material_corners, (std::vector<Corners>{{0, 1, 2}, {-1, -1, -1}, {3, 4, 5}}));
}

TEST(Append, GroupsOfOneNameBecomeOne) {
  Mesh whole = in_group(triangle_at(0), "sleeve");
  append(whole, in_group(triangle_at(2), "collar"));
  append(whole, in_group(triangle_at(4), "sleeve"));
  EXPECT_EQ(whole.group_names, (std::vector<std::string>{"sleeve", "collar"}));
  EXPECT_EQ(whole.triangle_group, (std::vector<std::int32_t>{0, 1, 0}));
}

TEST(Append, TrianglesWithoutGroupGoToTheUnnamedOne) {
  const Mesh after = joined(in_group(triangle_at(0), "sleeve"), triangle_at(2));
  EXPECT_EQ(after.group_names, (std::vector<std::string>{"sleeve", ""}));
  EXPECT_EQ(after.triangle_group, (std::vector<std::int32_t>{0, 1}));
  const Mesh before = joined(triangle_at(0), in_group(triangle_at(2), "sleeve"));
  EXPECT_EQ(before.group_names, (std::vector<std::string>{"", "sleeve"}));
  EXPECT_EQ(before.triangle_group, (std::vector<std::int32_t>{0, 1}));
}

}  // namespace
}  // namespace muslin::mesh_test
