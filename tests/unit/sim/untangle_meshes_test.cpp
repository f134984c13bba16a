#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <muslin/detect/frame_auditor.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/sim/untangle_meshes.hpp>

namespace muslin::untangle_meshes_test {
namespace {

MeshToUntangle sheet(std::string name, double y) {
  MeshToUntangle result{.name = std::move(name), .mesh = make_grid({.vertices = {31, 31}, .size = {0.9, 0.9}}).value()};
  for (Vec3& x : result.mesh.positions) x.y() += y;
  return result;
}

MeshToUntangle ball(double y) {
  MeshToUntangle result{.name = "ball", .mesh = make_sphere({.radius = 0.08}).value(), .is_obstacle = true};
  for (Vec3& x : result.mesh.positions) x.y() += y;
  return result;
}

/// Counts the intersections of all meshes exactly, at these positions.
std::size_t intersections(std::span<const MeshToUntangle> meshes, std::span<const UntangledMesh> untangled) {
  Mesh all;
  std::vector<std::int32_t> body;
  std::vector<std::uint8_t> is_obstacle;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    Mesh mesh = meshes[m].mesh;
    mesh.positions = untangled[m].positions;
    append(all, mesh);
    body.resize(all.triangles.size(), static_cast<std::int32_t>(m));
    is_obstacle.push_back(meshes[m].is_obstacle ? 1 : 0);
  }
  return audit({.positions = all.positions,
                .triangles = all.triangles,
                .triangle_body = body,
                .body_is_obstacle = is_obstacle})
      .intersections;
}

TEST(UntangleMeshes, PushesClothOutOfAnObstacle) {
  const std::vector<MeshToUntangle> meshes = {sheet("sheet", 0.0), ball(-0.06)};
  const auto result = untangle_meshes(meshes);
  ASSERT_TRUE(result) << result.error().message();
  EXPECT_GT(result->pairs_before, 10U);
  EXPECT_EQ(result->meshes[0].pairs_before, result->pairs_before);
  EXPECT_EQ(result->meshes[1].pairs_before, result->pairs_before);
  EXPECT_EQ(result->pairs_after, 0U);
  EXPECT_TRUE(result->left.empty());
  EXPECT_EQ(intersections(meshes, result->meshes), 0U);
  EXPECT_EQ(result->meshes[1].positions, meshes[1].mesh.positions);
  EXPECT_EQ(result->meshes[1].moved_vertices, 0U);
  std::size_t moved = 0;
  for (std::size_t v = 0; v < meshes[0].mesh.positions.size(); ++v)
    moved += result->meshes[0].positions[v] != meshes[0].mesh.positions[v] ? 1 : 0;
  EXPECT_EQ(result->meshes[0].moved_vertices, moved);
  EXPECT_GT(moved, 10U);
  EXPECT_LT(moved, 900U) << "corners are far from the ball";
  EXPECT_GT(result->meshes[0].max_displacement, 0.005);
  EXPECT_LT(result->meshes[0].max_displacement, 0.1);
}

TEST(UntangleMeshes, CleanMeshesStayAsTheyAre) {
  std::vector<MeshToUntangle> meshes = {sheet("sheet", 0.1), ball(0.0)};
  meshes[0].mesh.triangles.push_back({VertexId(0), VertexId(1), VertexId(2)});  // without area, and without effect
  const auto result = untangle_meshes({meshes.data(), 2});
  ASSERT_TRUE(result) << result.error().message();
  EXPECT_EQ(result->meshes[0].positions, meshes[0].mesh.positions);
  EXPECT_EQ(result->meshes[0].moved_vertices, 0U);
}

// The same meshes in millimetres, centimetres and kilometres have the same result, but for the unit.
TEST(UntangleMeshes, TheUnitOfLengthDoesNotMatter) {
  for (const double unit : {1000.0, 100.0, 1e-3}) {
    std::vector<MeshToUntangle> meshes = {sheet("sheet", 0.0), ball(-0.06)};
    for (MeshToUntangle& mesh : meshes)
      for (Vec3& x : mesh.mesh.positions) x *= unit;
    const auto result = untangle_meshes(meshes);
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_GT(result->pairs_before, 10U) << unit;
    EXPECT_EQ(intersections(meshes, result->meshes), 0U) << unit;
    EXPECT_EQ(result->pairs_after, 0U) << unit;
    EXPECT_GT(result->meshes[0].max_displacement, 0.005 * unit);
    EXPECT_LT(result->meshes[0].max_displacement, 0.1 * unit);
    EXPECT_LT(result->meshes[0].moved_vertices, 900U);
  }
}

TEST(UntangleMeshes, FloatsAreRoundedAndClean) {
  std::vector<MeshToUntangle> meshes = {sheet("sheet", 0.0), ball(-0.06)};
  for (MeshToUntangle& mesh : meshes) {
    mesh.stores_floats = true;
    mesh.mesh.positions = rounded_to_float(mesh.mesh.positions);
  }
  const auto result = untangle_meshes(meshes);
  ASSERT_TRUE(result) << result.error().message();
  EXPECT_EQ(intersections(meshes, result->meshes), 0U);
  EXPECT_GT(result->meshes[0].moved_vertices, 10U);
  for (const Vec3& x : result->meshes[0].positions)
    for (const double coordinate : x) EXPECT_EQ(coordinate, static_cast<double>(static_cast<float>(coordinate)));
}

TEST(UntangleMeshes, PositionsMayDifferFromTheRestShape) {
  std::vector<MeshToUntangle> meshes = {sheet("sheet", 3.0), ball(-0.06)};
  meshes[0].positions = sheet("sheet", 0.0).mesh.positions;
  const auto near = untangle_meshes(meshes);
  ASSERT_TRUE(near) << near.error().message();
  EXPECT_GT(near->pairs_before, 10U);
  EXPECT_EQ(near->pairs_after, 0U);
  EXPECT_LT(near->meshes[0].max_displacement, 0.1);
  for (Vec3& x : meshes[0].mesh.positions) x *= 100.0;  // the mesh is in centimetres, the frame is in metres
  const auto scaled = untangle_meshes(meshes);
  ASSERT_TRUE(scaled) << scaled.error().message();
  EXPECT_EQ(scaled->pairs_after, 0U);
  EXPECT_LT(scaled->meshes[0].max_displacement, 0.1);
}

// At 2,000 km the floats are 12 cm apart, four times an edge. Coordinates are clean if they are clean as they are.
TEST(UntangleMeshes, FarFromTheOriginOnlyDoublesCount) {
  for (const double y : {0.1, 0.0}) {
    std::vector<MeshToUntangle> meshes = {sheet("sheet", y), ball(-0.06)};
    for (MeshToUntangle& mesh : meshes)
      for (Vec3& x : mesh.mesh.positions) x += Vec3(2e6, -1e6, 2e6);
    const auto result = untangle_meshes(meshes);
    ASSERT_TRUE(result) << result.error().message();
    EXPECT_EQ(result->pairs_before > 0, y == 0.0);
    EXPECT_EQ(result->pairs_after, 0U);
    EXPECT_EQ(intersections(meshes, result->meshes), 0U);
    EXPECT_EQ(result->meshes[0].moved_vertices > 0, y == 0.0);
    EXPECT_LT(result->meshes[0].moved_vertices, 900U);
    EXPECT_LT(result->meshes[0].max_displacement, 0.1);
  }
}

// A face that covers another one cannot be separated from it; the rest of the mesh can.
TEST(UntangleMeshes, CoveredFacesStay) {
  std::vector<MeshToUntangle> meshes = {sheet("sheet", 0.0), ball(-0.06)};
  Mesh& mesh = meshes[0].mesh;
  mesh.material.clear();
  mesh.material_corners.clear();
  mesh.triangles.push_back(mesh.triangles[7]);
  mesh.triangles.push_back({VertexId(3), VertexId(3), VertexId(4)});
  const auto result = untangle_meshes(meshes);
  ASSERT_TRUE(result) << result.error().message();
  EXPECT_GT(result->pairs_before, 10U);
  EXPECT_EQ(result->pairs_after, 1U);
  ASSERT_EQ(result->left.size(), 1U);
  EXPECT_EQ(result->left[0].a.index, 7);
  EXPECT_EQ(result->left[0].b.index, 1800);
}

// Triangles in disorder, which only a point would separate, are not shrunk to one.
TEST(UntangleMeshes, NothingIsShrunkToAPoint) {
  MeshToUntangle soup{.name = "soup", .mesh = {}};
  std::uint32_t state = 1;
  const auto draw = [&] { return static_cast<double>((state = state * 1664525U + 1013904223U) >> 8) / 16777216.0; };
  for (int v = 0; v < 16; ++v) {
    const double z = draw(), y = draw(), x = draw();
    soup.mesh.positions.emplace_back(x, y, z);
  }
  for (int t = 0; t < 20; ++t) {
    const auto a = static_cast<int>(16.0 * draw()), b = static_cast<int>(15.0 * draw());
    const int c = static_cast<int>(14.0 * draw());
    soup.mesh.triangles.push_back({VertexId(a), VertexId((a + 1 + b) % 16), VertexId((a + 1 + (b + 1 + c) % 15) % 16)});
  }
  const auto result = untangle_meshes({&soup, 1});
  ASSERT_TRUE(result) << result.error().message();
  EXPECT_GT(result->pairs_before, 10U);
  double before = 0.0, after = 0.0;
  for (const auto& [a, b, c] : soup.mesh.triangles) {
    before += (soup.mesh.positions[a.index()] - soup.mesh.positions[b.index()]).norm();
    after += (result->meshes[0].positions[a.index()] - result->meshes[0].positions[b.index()]).norm();
  }
  EXPECT_GT(after, 0.4 * before);
}

TEST(UntangleMeshes, ThicknessIsKept) {
  const std::vector<MeshToUntangle> meshes = {sheet("sheet", 0.0), ball(-0.06)};
  EXPECT_NEAR(default_thickness(meshes), 0.04 * 0.0341, 0.04 * 0.003);
  const auto result = untangle_meshes(meshes, {.thickness = 0.004});
  ASSERT_TRUE(result) << result.error().message();
  EXPECT_EQ(result->pairs_after, 0U);
  double nearest = std::numeric_limits<double>::infinity();
  for (const Vec3& x : result->meshes[0].positions) nearest = std::min(nearest, (x - Vec3(0.0, -0.06, 0.0)).norm());
  EXPECT_GT(nearest, 0.08 + 0.001);
}

TEST(UntangleMeshes, RefusesWhatIsNoMesh) {
  const auto error = [](const MeshToUntangle& mesh) {
    const auto result = untangle_meshes({&mesh, 1});
    return result ? std::string() : result.error().message();
  };
  MeshToUntangle points = sheet("points", 0.0);
  points.mesh.triangles.clear();
  EXPECT_EQ(error(points), "points: the mesh has no triangles and no segments; export its faces as well");
  MeshToUntangle both = sheet("both", 0.0);
  both.mesh.segments.push_back({VertexId(0), VertexId(1)});
  EXPECT_EQ(error(both),
            "both: the mesh has loose segments beside its triangles; remove them, or put them into a separate mesh");
  MeshToUntangle nan = sheet("nan", 0.0);
  nan.mesh.positions[7].x() = std::nan("");
  EXPECT_EQ(error(nan), "nan: the position of vertex 7 is not finite; repair or export the mesh again");
  MeshToUntangle few = sheet("few", 0.0);
  few.positions.resize(3, Vec3::Zero());
  EXPECT_EQ(error(few), "few: 3 positions were given for 961 vertices");
}

}  // namespace
}  // namespace muslin::untangle_meshes_test
