#include <gtest/gtest.h>

#include <muslin/geometry/shapes.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <tests/support/program.hpp>

namespace muslin::frame_sequence_test {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

constexpr const char* kTriangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

void write_cache(const fs::path& path, std::int32_t points, int frames, float start = 0) {
  auto writer = Pc2Writer::create(path, {.points = points, .start = start});
  ASSERT_TRUE(writer);
  for (int k = 0; k < frames; ++k)
    ASSERT_TRUE(writer->append(std::vector<Vec3>(static_cast<std::size_t>(points), Vec3(k, 0, 0))));
  ASSERT_TRUE(writer->close());
}

TEST(FrameSequence, MeshesTogetherAreOneFrame) {
  const TemporaryFolder folder;
  const std::vector<fs::path> files = {folder.write("a.obj", kTriangle),
                                       folder.write("b.obj", std::string(kTriangle) + "l 1 3\n")};
  const auto sequence = FrameSequence::open_files(files);
  ASSERT_TRUE(sequence) << sequence.error().message();
  EXPECT_EQ(sequence->size(), 1U);
  EXPECT_FALSE(sequence->moves());
  const auto frame = sequence->load(0);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->positions.size(), 6U);
  EXPECT_EQ(frame->triangles[1], (Triangle{VertexId(3), VertexId(4), VertexId(5)}));
  EXPECT_EQ(frame->segments[0], (Segment{VertexId(3), VertexId(5)}));
  EXPECT_EQ(frame->body_names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(frame->triangle_body, (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(frame->first_triangle, (std::vector<std::int32_t>{0, 1}));
}

TEST(FrameSequence, GroupsAreBodies) {
  const TemporaryFolder folder;
  const std::vector<fs::path> files = {
      folder.write("shirt.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\ng front\nf 1 2 3\ng back\nf 2 4 3\n")};
  const auto frame = FrameSequence::open_files(files)->load(0);
  EXPECT_EQ(frame->body_names, (std::vector<std::string>{"shirt/front", "shirt/back"}));
  EXPECT_EQ(frame->triangle_body, (std::vector<std::int32_t>{0, 1}));
}

TEST(FrameSequence, TheMeshFilesAreTheRestShape) {
  const TemporaryFolder folder;
  folder.write("cloth.obj", kTriangle);
  folder.write("floor.obj", kTriangle);
  write_cache(folder / "cloth.pc2", 3, 4, 10);
  const auto sequence = FrameSequence::open_folder(folder.path());
  ASSERT_TRUE(sequence) << sequence.error().message();
  const auto rest = sequence->load_rest(), last = sequence->load(3);
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->body_names, last->body_names);
  EXPECT_EQ(rest->positions[1], Vec3(1, 0, 0));
  EXPECT_EQ(last->positions[1], Vec3(3, 0, 0));
  EXPECT_EQ(rest->positions[5], last->positions[5]);
}

TEST(FrameSequence, ACacheMovesItsMeshAndOthersStandStill) {
  const TemporaryFolder folder;
  folder.write("cloth.obj", kTriangle);
  folder.write("floor.obj", kTriangle);
  folder.write("run.json", "{}");
  write_cache(folder / "cloth.pc2", 3, 4, 10);
  const auto sequence = FrameSequence::open_folder(folder.path());
  ASSERT_TRUE(sequence) << sequence.error().message();
  EXPECT_TRUE(sequence->moves());
  ASSERT_EQ(sequence->size(), 4U);
  EXPECT_EQ(sequence->label(0), 10);
  EXPECT_EQ(sequence->label(3), 13);
  const auto frame = sequence->load(2);
  ASSERT_TRUE(frame);
  ASSERT_EQ(frame->positions.size(), 6U);  // the mesh of the cache is not a second body
  EXPECT_EQ(frame->positions[1], Vec3(2, 0, 0));
  EXPECT_EQ(frame->body_names, (std::vector<std::string>{"cloth", "floor"}));
}

TEST(FrameSequence, NumberedMeshesAreFrames) {
  const TemporaryFolder folder;
  for (const int k : {9, 10, 11}) {
    folder.write("cloth_" + std::to_string(k) + ".obj", "v " + std::to_string(k) + " 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder.write("ball." + std::to_string(k) + ".obj", kTriangle);
  }
  folder.write("floor.obj", kTriangle);
  const auto sequence = FrameSequence::open_folder(folder.path());
  ASSERT_TRUE(sequence) << sequence.error().message();
  ASSERT_EQ(sequence->size(), 3U);
  EXPECT_EQ(sequence->label(1), 10);  // by number, not by name
  const auto frame = sequence->load(1);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->body_names, (std::vector<std::string>{"ball", "cloth", "floor"}));
  EXPECT_EQ(frame->positions[3], Vec3(10, 0, 0));
}

void expect_error(const Result<FrameSequence>& result, const std::string& part) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Error::Kind::unreadable_file);
  EXPECT_NE(result.error().message().find(part), std::string::npos) << result.error().message();
}

TEST(FrameSequence, RefusesWhatDoesNotFit) {
  const TemporaryFolder folder;
  expect_error(FrameSequence::open_folder(folder.path()), "no meshes");
  expect_error(FrameSequence::open_folder(folder / "missing"), "missing");
  write_cache(folder / "cloth.pc2", 4, 2);
  expect_error(FrameSequence::open_folder(folder.path()), "a cache holds no faces");
  folder.write("cloth.obj", kTriangle);
  expect_error(FrameSequence::open_folder(folder.path()), "has 4 points");
  write_cache(folder / "cloth.pc2", 3, 2);
  folder.write("other.obj", kTriangle);
  write_cache(folder / "other.pc2", 3, 5);
  expect_error(FrameSequence::open_folder(folder.path()), "the same frames");
}

TEST(FrameSequence, RefusesNumberedMeshesWithGaps) {
  const TemporaryFolder folder;
  for (const char* name : {"a1.obj", "a2.obj", "b1.obj", "b3.obj"}) folder.write(name, kTriangle);
  expect_error(FrameSequence::open_folder(folder.path()), "the same frames");
  const TemporaryFolder twice;
  for (const char* name : {"a1.obj", "a01.obj"}) twice.write(name, kTriangle);
  expect_error(FrameSequence::open_folder(twice.path()), "keep only one");
}

TEST(FrameSequence, AMeshBelongsToItsCacheHoweverItIsWritten) {
  const TemporaryFolder folder;
  folder.write("cloth.obj", kTriangle);
  write_cache(folder / "cloth.pc2", 3, 2);
  const std::vector<fs::path> files = {folder.path() / "." / "cloth.obj", folder / "cloth.pc2"};
  const auto sequence = FrameSequence::open_files(files);
  ASSERT_TRUE(sequence) << sequence.error().message();
  EXPECT_EQ(sequence->load(0)->body_names, (std::vector<std::string>{"cloth"}));
  fs::rename(folder / "cloth.obj", folder / "cloth.Obj");
  EXPECT_TRUE(FrameSequence::open_folder(folder.path()));
}

TEST(FrameSequence, CachesNumberedMeshesAndFurtherFilesMix) {
  const TemporaryFolder folder, elsewhere;
  folder.write("cloth.obj", kTriangle);
  write_cache(folder / "cloth.pc2", 3, 2, 1);
  folder.write("ball_1.obj", kTriangle);
  folder.write("ball_2.obj", kTriangle);
  folder.write("box7.obj", kTriangle);  // a number, but no sequence
  fs::create_directory(folder / "not_a_mesh.obj");
  const fs::path floor = elsewhere.write("floor.obj", kTriangle);
  const auto sequence = FrameSequence::open_folder(folder.path(), {&floor, 1});
  ASSERT_TRUE(sequence) << sequence.error().message();
  EXPECT_EQ(sequence->size(), 2U);
  EXPECT_EQ(sequence->load(1)->body_names, (std::vector<std::string>{"cloth", "ball", "box7", "floor"}));
  folder.write("ball.obj", kTriangle);
  expect_error(FrameSequence::open_folder(folder.path()), "a separate body");
}

TEST(FrameSequence, CountsFramesWhereTheHeaderMakesNoSense) {
  const TemporaryFolder folder;
  folder.write("cloth.obj", kTriangle);
  {
    auto writer = Pc2Writer::create(folder / "cloth.pc2", {.points = 3, .start = 5, .sample_rate = 0.25F});
    ASSERT_TRUE(writer);
    for (int k = 0; k < 3; ++k) ASSERT_TRUE(writer->append(std::vector<Vec3>(3, Vec3(0, 0, 0))));
  }
  const auto sequence = FrameSequence::open_folder(folder.path());
  ASSERT_TRUE(sequence);
  EXPECT_EQ(sequence->label(0), 0);
  EXPECT_EQ(sequence->label(2), 2);
  write_cache(folder / "cloth.pc2", 3, 0);
  expect_error(FrameSequence::open_folder(folder.path()), "has no frames");
}

TEST(FrameSequence, ABadFrameIsAnErrorOfThatFrame) {
  const TemporaryFolder folder;
  folder.write("a1.obj", kTriangle);
  folder.write("a2.obj", "v 0 0 0\nf 1 2 3\n");
  const auto sequence = FrameSequence::open_folder(folder.path());
  ASSERT_TRUE(sequence);
  EXPECT_TRUE(sequence->load(0));
  const auto bad = sequence->load(1);
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().message().find("a2.obj:2"), std::string::npos) << bad.error().message();
}

}  // namespace
}  // namespace muslin::frame_sequence_test
