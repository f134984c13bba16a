#include <gtest/gtest.h>

#include <muslin/geometry/shapes.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/mesh/moved_mesh.hpp>
#include <muslin/io/mesh/ply.hpp>
#include <tests/support/program.hpp>

namespace muslin::moved_mesh_test {
namespace {

using test::TemporaryFolder;

/// Moves vertex 1 of a mesh file and returns the bytes of the copy.
std::string moved(const TemporaryFolder& folder, const std::string& source, const std::string& target) {
  const Mesh mesh = read_mesh(folder / source).value();
  std::vector<Vec3> after = mesh.positions;
  after[1] = Vec3(0.5, -0.25, 8.0);
  const Status status = write_moved_mesh(folder / source, folder / target, {mesh.positions, after});
  EXPECT_TRUE(status) << status.error().message();
  const auto result = read_mesh(folder / target);
  EXPECT_TRUE(result) << result.error().message();
  EXPECT_EQ(result->positions, after);
  EXPECT_EQ(result->triangles, mesh.triangles);
  EXPECT_EQ(result->group_names, target.ends_with("obj") ? mesh.group_names : std::vector<std::string>());
  EXPECT_EQ(result->material.size(), mesh.material.size());
  return read_whole_file(folder / target).value();
}

constexpr const char* kObj =
    "# made by hand\r\nmtllib a.mtl\nv 0.10 0 0\n\tv  1.0\t0 0  1 0.5 0.5\r\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nvt 0 0\nvt 1 "
    "0\n"
    "vt 1 1\nvt 0 1\ng front left\nusemtl red\ns off\nf 1/1/1 2/2/1 3/3/1 4/4/1\nstitch 1 2\n\n";

TEST(MovedMesh, AnObjFileKeepsEverythingElse) {
  const TemporaryFolder folder;
  folder.write("a.obj", kObj);
  std::string expected = kObj;
  const std::string line = "\tv  1.0\t0 0  1 0.5 0.5\r\n";
  expected.replace(expected.find(line), line.size(), "\tv  0.5\t-0.25 8  1 0.5 0.5\r\n");
  EXPECT_EQ(moved(folder, "a.obj", "b.obj"), expected);
}

TEST(MovedMesh, AnUnusualObjFileIsWrittenAnew) {
  const TemporaryFolder folder;
  folder.write("a.obj", "v 0 0 0\nv 1 \\\n0 0\nv 1 1 0\nv 0 1 0\ng front\nf 1 2 3 4\n");
  EXPECT_EQ(moved(folder, "a.obj", "b.obj"), "v 0 0 0\nv 0.5 -0.25 8\nv 1 1 0\nv 0 1 0\ng front\nf 1 2 3\nf 1 3 4\n");
}

TEST(MovedMesh, AnotherFormatIsWrittenAnew) {
  const TemporaryFolder folder;
  folder.write("a.obj", kObj);
  EXPECT_TRUE(moved(folder, "a.obj", "b.ply").starts_with("ply\n"));
}

TEST(MovedMesh, ATextPlyFileKeepsEverythingElse) {
  const TemporaryFolder folder;
  const std::string head =
      "ply\nformat ascii 1.0\ncomment by hand\nelement vertex 4\nproperty uchar red\nproperty float x\nproperty float "
      "y\nproperty float z\nproperty float quality\nelement face 1\nproperty list uchar int "
      "vertex_indices\nend_header\n";
  folder.write("a.ply", head + "1 0 0 0 7\n2  1 0 0  8\n3 1 1 0 9\n4 0 1 0 10\n4 0 1 2 3\n");
  EXPECT_EQ(moved(folder, "a.ply", "b.ply"), head + "1 0 0 0 7\n2  0.5 -0.25 8  8\n3 1 1 0 9\n4 0 1 0 10\n4 0 1 2 3\n");
  EXPECT_TRUE(stores_floats(folder / "a.ply"));
}

TEST(MovedMesh, ABinaryPlyFileKeepsEverythingElse) {
  const TemporaryFolder folder;
  for (const PlyFormat format : {PlyFormat::binary_little_endian, PlyFormat::binary_big_endian}) {
    ASSERT_TRUE(write_ply(folder / "a.ply", make_grid({.vertices = {3, 3}}).value(), {.format = format}));
    const std::string before = read_whole_file(folder / "a.ply").value(), after = moved(folder, "a.ply", "b.ply");
    ASSERT_EQ(before.size(), after.size());
    std::size_t changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i) changed += before[i] != after[i] ? 1 : 0;
    EXPECT_GT(changed, 0U);
    EXPECT_LE(changed, 24U);
    EXPECT_FALSE(stores_floats(folder / "a.ply"));
  }
}

}  // namespace
}  // namespace muslin::moved_mesh_test
