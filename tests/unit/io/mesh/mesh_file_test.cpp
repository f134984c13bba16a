#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/mesh/obj.hpp>
#include <muslin/io/mesh/ply.hpp>
#include <tests/support/program.hpp>

namespace muslin::mesh_file_test {
namespace {

Mesh triangle() {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{VertexId(0), VertexId(1), VertexId(2)}};
  return mesh;
}

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(MeshFile, ChoosesTheFormatByTheExtensionInAnyCase) {
  const test::TemporaryFolder folder;
  for (const char* name : {"a.obj", "b.OBJ", "c.ply", "d.Ply"}) {
    ASSERT_TRUE(write_mesh(folder / name, triangle())) << name;
    const auto mesh = read_mesh(folder / name);
    ASSERT_TRUE(mesh) << mesh.error().message();
    EXPECT_EQ(mesh->triangles, triangle().triangles);
  }
  EXPECT_TRUE(read_obj(folder / "b.OBJ"));
  EXPECT_TRUE(read_ply(folder / "d.Ply"));
  EXPECT_EQ(files_in(folder.path()), 4U);  // no temporary file is left
}

TEST(MeshFile, NamesTheKnownFormatsWhereItDoesNotKnowOne) {
  EXPECT_EQ(read_mesh("a.stl").error().message(), "a.stl: unknown mesh format \".stl\"; known: .obj, .ply");
  EXPECT_EQ(write_mesh("a.stl", triangle()).error().message(),
            "a.stl: unknown mesh format \".stl\"; known: .obj, .ply");
  EXPECT_EQ(read_mesh("mesh").error().message(),
            "mesh: the name has no extension, so the format is unknown; known: .obj, .ply");
}

TEST(MeshFile, KeepsWhatIsNotFiniteWhereAllowed) {
  const test::TemporaryFolder folder;
  Mesh mesh = triangle();
  mesh.positions[1] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 0};
  for (const char* name : {"a.obj", "a.ply"}) {
    ASSERT_TRUE(write_mesh(folder / name, mesh));
    EXPECT_FALSE(read_mesh(folder / name));
    const auto back = read_mesh(folder / name, {.allow_non_finite = true});
    ASSERT_TRUE(back) << back.error().message();
    EXPECT_TRUE(std::isnan(back->positions[1].x()));
    EXPECT_TRUE(std::isinf(back->positions[1].y()));
  }
}

TEST(MeshFile, AFullDiskIsAnErrorOfItsOwnKindAndLeavesTheDevice) {
  for (const auto& status : {write_obj("/dev/full", triangle()), write_ply("/dev/full", triangle())}) {
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, Error::Kind::disk);
    EXPECT_NE(status.error().message().find("No space left"), std::string::npos) << status.error().message();
  }
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  Mesh large = triangle();
  large.positions.resize(200'000, Vec3::Zero());  // fails long before the end
  EXPECT_EQ(write_ply("/dev/full", large).error().kind, Error::Kind::disk);
}

TEST(MeshFile, ABadPlaceIsAnUnreadableFile) {
  const test::TemporaryFolder folder;
  folder.write("file", "x");
  for (const char* name : {"none/a.obj", "file/a.obj", "."}) {
    const auto status = write_obj(folder / name, triangle());
    ASSERT_FALSE(status) << name;
    EXPECT_EQ(status.error().kind, Error::Kind::unreadable_file);
    EXPECT_EQ(status.error().where, (folder / name).string());
  }
  if (::geteuid() == 0) return;  // root may write anywhere
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const auto status = write_obj(folder / "a.obj", triangle());
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, Error::Kind::unreadable_file);
}

}  // namespace
}  // namespace muslin::mesh_file_test
