#include <gtest/gtest.h>

#include <limits>
#include <muslin/detect/mesh_check.hpp>
#include <muslin/geometry/shapes.hpp>

namespace muslin::mesh_check_test {
namespace {

VertexId v(int i) { return VertexId(i); }
using Indices = std::vector<std::int32_t>;

Mesh square() {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.triangles = {{v(0), v(1), v(2)}, {v(0), v(2), v(3)}};
  return mesh;
}

TEST(MeshCheck, FindsNothingInAGoodMesh) {
  for (const Mesh& mesh : {square(), *make_sphere(), *make_box(), *make_cylinder()}) {
    const MeshCheck check = check_mesh(mesh);
    for (const Finding* finding :
         {&check.non_finite_vertices, &check.duplicate_vertices, &check.isolated_vertices, &check.degenerate_triangles,
          &check.duplicate_triangles, &check.inverted_triangles, &check.degenerate_segments, &check.non_manifold_edges})
      EXPECT_EQ(finding->count, 0U);
  }
  EXPECT_EQ(check_mesh(square()).size(), Vec3(1, 1, 0));
}

TEST(MeshCheck, FindsDuplicateAndIsolatedVertices) {
  Mesh mesh = square();
  mesh.positions.emplace_back(1, 0, 0);
  mesh.positions.emplace_back(1, 0, 0);
  mesh.positions.emplace_back(5, 5, 5);
  const MeshCheck check = check_mesh(mesh);
  EXPECT_EQ(check.duplicate_vertices.first, (Indices{4, 5}));
  EXPECT_EQ(check.isolated_vertices.first, (Indices{4, 5, 6}));
  EXPECT_EQ(check.box_high, Vec3(5, 5, 5));
}

TEST(MeshCheck, FindsDegenerateElementsExactly) {
  Mesh mesh = square();
  mesh.positions.emplace_back(0.5, 0.5, 0);            // on the diagonal
  mesh.positions.emplace_back(0.5, 0.5 + 1e-17, 0.0);  // rounds to the same place
  mesh.positions.emplace_back(0.5, 0.5000000000000001, 0);
  mesh.triangles.push_back({v(0), v(4), v(2)});  // no area
  mesh.triangles.push_back({v(0), v(6), v(2)});  // next to none, but some
  mesh.triangles.push_back({v(1), v(1), v(2)});  // a corner twice
  mesh.segments = {{v(4), v(5)}, {v(0), v(1)}};
  const MeshCheck check = check_mesh(mesh);
  EXPECT_EQ(check.degenerate_triangles.first, (Indices{2, 4}));
  EXPECT_EQ(check.degenerate_segments.first, (Indices{0}));
}

TEST(MeshCheck, FindsDuplicateInvertedAndNonManifold) {
  Mesh mesh = square();
  mesh.triangles.push_back({v(2), v(0), v(1)});
  const MeshCheck twice = check_mesh(mesh);
  EXPECT_EQ(twice.duplicate_triangles.first, (Indices{2}));
  EXPECT_EQ(twice.non_manifold_edges.first, (Indices{0}));  // the diagonal 0-2 now has three

  mesh.triangles = {mesh.triangles[0], mesh.triangles[0]};
  EXPECT_EQ(check_mesh(mesh).duplicate_triangles.count, 1U);
  EXPECT_EQ(check_mesh(mesh).inverted_triangles.count, 0U);

  mesh = square();
  std::swap(mesh.triangles[1][1], mesh.triangles[1][2]);
  EXPECT_EQ(check_mesh(mesh).inverted_triangles.first, (Indices{1}));
}

TEST(MeshCheck, CountsWhatIsNotFiniteAndListsTheFirstFive) {
  Mesh mesh = square();
  mesh.positions[2].y() = std::numeric_limits<double>::quiet_NaN();
  mesh.positions[3].x() = std::numeric_limits<double>::infinity();
  const MeshCheck check = check_mesh(mesh);
  EXPECT_EQ(check.non_finite_vertices.first, (Indices{2, 3}));
  EXPECT_EQ(check.box_high, Vec3(1, 0, 0));
  for (int i = 0; i < 20; ++i) mesh.positions.emplace_back(i, 7, 7);
  EXPECT_EQ(check_mesh(mesh).isolated_vertices.count, 20U);
  EXPECT_EQ(check_mesh(mesh).isolated_vertices.first.size(), 5U);
}

TEST(MeshCheck, AsksAboutUnits) {
  EXPECT_EQ(unit_warning(Vec3(0.5, 1.8, 0.3)), "");
  EXPECT_NE(unit_warning(Vec3(50, 180, 30)).find("centimetres"), std::string::npos);
  EXPECT_NE(unit_warning(Vec3(500, 1800, 300)).find("millimetres"), std::string::npos);
  EXPECT_NE(unit_warning(Vec3(0.002, 0.002, 0)).find("smaller"), std::string::npos);
  EXPECT_EQ(unit_warning(Vec3::Zero()), "");
}

TEST(MeshCheck, TakesAnEmptyMesh) { EXPECT_EQ(check_mesh(Mesh{}).size(), Vec3(0, 0, 0)); }

}  // namespace
}  // namespace muslin::mesh_check_test
