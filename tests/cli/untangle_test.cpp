#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <muslin/detect/audit.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/io/file/whole_file.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <sstream>
#include <tests/support/program.hpp>
#include <thread>

namespace muslin::untangle_command_test {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::TemporaryFolder;

Outcome run(std::vector<std::string> arguments) { return test::run_program(test::program_path(), arguments); }
Outcome untangle(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"untangle", "--threads", "1"});
  return run(std::move(arguments));
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Mesh sheet(double y) {
  Mesh mesh = make_grid({.vertices = {25, 25}, .size = {0.7, 0.7}}).value();
  for (Vec3& x : mesh.positions) x.y() += y;
  return mesh;
}

Mesh ball() { return make_sphere({.radius = 0.05, .subdivisions = 2}).value(); }

/// A folder with a sheet through the top of a ball.
struct SheetAndBall {
  TemporaryFolder folder;
  std::string sheet_file = (folder / "sheet.obj").string(), ball_file = (folder / "ball.obj").string();

  SheetAndBall() {
    EXPECT_TRUE(write_mesh(sheet_file, sheet(0.035)));
    EXPECT_TRUE(write_mesh(ball_file, ball()));
  }
  [[nodiscard]] std::string operator/(const char* name) const { return (folder / name).string(); }
};

void write_cache(const fs::path& path, std::span<const std::vector<Vec3>> frames, float start = 10) {
  auto writer = Pc2Writer::create(path, {.points = static_cast<std::int32_t>(frames[0].size()), .start = start});
  ASSERT_TRUE(writer);
  for (const std::vector<Vec3>& frame : frames) ASSERT_TRUE(writer->append(frame));
  ASSERT_TRUE(writer->close());
}

TEST(UntangleCommand, SeparatesAMeshFromAnObstacle) {
  const SheetAndBall files;
  EXPECT_EQ(run({"audit", files.sheet_file, files.ball_file, "--obstacle", "ball"}).exit_code, 6);
  const Outcome outcome = untangle({files.sheet_file, "--obstacle", files.ball_file, "-o", files / "clean.obj"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(contains(outcome.out, "pairs before  pairs after  moved  largest displacement")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "clean.obj: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, " intersections before, no intersections after\n")) << outcome.out;
  EXPECT_EQ(run({"audit", files / "clean.obj", files.ball_file, "--obstacle", "ball"}).exit_code, 0);

  // Only the coordinates of some vertices differ, and the obstacle is not written.
  std::istringstream before(read_whole_file(files.sheet_file).value()),
      after(read_whole_file(files / "clean.obj").value());
  std::size_t changed = 0;
  for (std::string one, other; std::getline(before, one) && std::getline(after, other);) {
    if (one == other) continue;
    EXPECT_TRUE(one.starts_with("v ") && other.starts_with("v ")) << one << " / " << other;
    ++changed;
  }
  EXPECT_GT(changed, 5U);
  EXPECT_LT(changed, 600U);
}

TEST(UntangleCommand, SeveralMeshesGoToAFolder) {
  const SheetAndBall files;
  ASSERT_TRUE(write_mesh(files / "other.ply", sheet(0.036)));
  Mesh other = read_mesh(files / "other.ply").value();
  for (std::size_t v = 0; v < other.positions.size(); ++v) other.positions[v].y() += v % 25 == 12 ? -0.004 : 0.0;
  ASSERT_TRUE(write_mesh(files / "other.ply", other));
  const Outcome outcome = untangle({files.sheet_file, files / "other.ply", files.ball_file, "--obstacle", "ball", "-o",
                                    files / "clean", "--thickness", "0.5 mm"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "\nsheet ") && contains(outcome.out, "\nother ")) << outcome.out;
  EXPECT_TRUE(fs::exists(files / "clean/sheet.obj"));
  EXPECT_TRUE(fs::exists(files / "clean/other.ply"));
  EXPECT_FALSE(fs::exists(files / "clean/ball.obj"));
  EXPECT_EQ(run({"audit", files / "clean", files.ball_file, "--obstacle", "ball"}).exit_code, 0);
}

// Frame 11 intersects and frames 10 and 12 do not. The ball of frame 12 is elsewhere.
struct Animation : SheetAndBall {
  std::vector<std::vector<Vec3>> frames, ball_frames;

  Animation() {
    for (const double y : {0.2, 0.035, 0.03}) {
      frames.push_back(sheet(y).positions);
      ball_frames.push_back(ball().positions);
    }
    for (Vec3& x : ball_frames[2]) x.y() -= 0.5;
    write_cache(folder / "sheet.pc2", frames);
    write_cache(folder / "ball.pc2", ball_frames);
  }
};

TEST(UntangleCommand, CachesAreUntangledFrameByFrame) {
  const Animation files;
  const Outcome outcome = untangle({files / "sheet.pc2", "--obstacle", files / "ball.pc2", "-o", files / "clean"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "frame 10 (1 of 3): no intersections, ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "frame 11 (2 of 3): ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "intersections, none left, ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "clean: 1 of 3 frames intersected, with ")) << outcome.out;
  EXPECT_EQ(read_whole_file(files / "clean/sheet.obj").value(), read_whole_file(files.sheet_file).value());
  const auto cache = Pc2Reader::open(files / "clean/sheet.pc2");
  ASSERT_TRUE(cache) << cache.error().message();
  const auto source = Pc2Reader::open(files / "sheet.pc2");
  EXPECT_EQ(cache->header().samples, 3);
  EXPECT_EQ(cache->header().start, 10.0F);
  for (const std::int32_t k : {0, 2}) EXPECT_EQ(cache->read_frame(k).value(), source->read_frame(k).value());
  const std::vector<Vec3> before = source->read_frame(1).value(), after = cache->read_frame(1).value();
  std::size_t moved = 0;
  for (std::size_t v = 0; v < before.size(); ++v) moved += before[v] != after[v] ? 1 : 0;
  EXPECT_GT(moved, 5U);
  EXPECT_LT(moved, 600U);
  const Outcome audited = run({"audit", files / "clean", files / "ball.pc2", "--obstacle", "ball"});
  EXPECT_EQ(audited.exit_code, 0) << audited.out;
}

TEST(UntangleCommand, NumberedMeshesKeepTheirNames) {
  const Animation files;
  fs::create_directory(files / "seq");
  for (int k = 0; k < 3; ++k) {
    Mesh mesh = sheet(0.0);
    mesh.positions = files.frames[static_cast<std::size_t>(k)];
    ASSERT_TRUE(write_mesh(files / ("seq/sheet_" + std::to_string(k + 10) + ".obj").c_str(), mesh));
  }
  const Outcome outcome = untangle({files / "seq", "--obstacle", files / "ball.pc2", "-o", files / "clean", "--quiet"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_EQ(read_whole_file(files / "clean/sheet_10.obj").value(), read_whole_file(files / "seq/sheet_10.obj").value());
  EXPECT_NE(read_whole_file(files / "clean/sheet_11.obj").value(), read_whole_file(files / "seq/sheet_11.obj").value());
  EXPECT_EQ(run({"audit", files / "clean", files / "ball.pc2", "--obstacle", "ball"}).exit_code, 0);
}

TEST(UntangleCommand, AGroupOfFacesCanBeTheObstacle) {
  const TemporaryFolder folder;
  Mesh both = sheet(0.035), body = ball();
  both.group_names = {"cloth"};
  both.triangle_group.assign(both.triangles.size(), 0);
  body.group_names = {"body"};
  body.triangle_group.assign(body.triangles.size(), 0);
  append(both, body);
  const std::string file = (folder / "scene.obj").string(), clean = (folder / "clean.obj").string();
  ASSERT_TRUE(write_mesh(file, both));
  const Outcome outcome = untangle({file, "--obstacle", "body", "-o", clean});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const Mesh after = read_mesh(clean).value();
  EXPECT_EQ(after.group_names, both.group_names);
  std::size_t moved = 0;
  for (std::size_t v = 0; v < both.positions.size(); ++v) {
    if (after.positions[v] == both.positions[v]) continue;
    EXPECT_LT(v, 625U) << "the obstacle moved";
    ++moved;
  }
  EXPECT_GT(moved, 5U);
  EXPECT_EQ(run({"audit", clean, "--obstacle", "body"}).exit_code, 0);
  const Outcome shared =
      untangle({folder.write("one.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\ng a\nf 1 2 3\ng b\nf 1 3 4\n"),
                "--obstacle", "a", "-o", clean, "--force"});
  EXPECT_EQ(shared.exit_code, 4);
  EXPECT_TRUE(contains(shared.err, "one/a: it has vertex 0 in common with faces that may move")) << shared.err;
}

TEST(UntangleCommand, WhatIsLeftIsNamedAndNothingIsWorse) {
  const TemporaryFolder folder;
  // Two triangles through each other; whether they can be separated is not for this test to say.
  const std::string file = folder.write(
      "cross.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nv 0.2 0.2 -1\nv 0.3 0.2 1\nv 0.2 0.3 1\nf 4 5 6\n");
  const Outcome outcome = untangle({file, "-o", (folder / "out.obj").string()});
  const Outcome audited = run({"audit", (folder / "out.obj").string()});
  EXPECT_EQ(outcome.exit_code, audited.exit_code) << outcome.out << outcome.err;
  EXPECT_TRUE(audited.exit_code == 0 || contains(outcome.err, "cross triangle 0 and cross triangle 1 near"))
      << outcome.err;
}

TEST(UntangleCommand, ResultsDoNotDependOnTheNumberOfThreads) {
  const SheetAndBall files;
  for (const char* threads : {"1", "2"})
    EXPECT_EQ(run({"untangle", files.sheet_file, "--obstacle", files.ball_file, "-o",
                   files / (std::string("clean") + threads + ".obj").c_str(), "--threads", threads})
                  .exit_code,
              0);
  EXPECT_EQ(read_whole_file(files / "clean1.obj").value(), read_whole_file(files / "clean2.obj").value());
}

TEST(UntangleCommand, ExistingFilesAreKept) {
  const SheetAndBall files;
  const std::string clean = files / "clean.obj";
  files.folder.write("clean.obj", "precious");
  const Outcome refused = untangle({files.sheet_file, "--obstacle", files.ball_file, "-o", clean});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(contains(refused.err, "clean.obj: it exists; replace it with --force")) << refused.err;
  EXPECT_EQ(read_whole_file(clean).value(), "precious");
  EXPECT_EQ(untangle({files.sheet_file, "--obstacle", files.ball_file, "-o", clean, "--force"}).exit_code, 0);
  EXPECT_NE(read_whole_file(clean).value(), "precious");
  // The input is never overwritten.
  const std::string before = read_whole_file(files.sheet_file).value();
  for (const std::string& output : {files.sheet_file, files.folder.path().string()}) {
    const Outcome same = untangle({files.sheet_file, "--obstacle", files.ball_file, "-o", output, "--force"});
    EXPECT_EQ(same.exit_code, 2);
    EXPECT_TRUE(contains(same.err, "it is a file of the input")) << same.err;
    EXPECT_EQ(read_whole_file(files.sheet_file).value(), before);
  }
}

TEST(UntangleCommand, SaysWhatIsWrongWithTheCommandLine) {
  const Animation files;
  const auto expect = [](int code, const std::string& message, const std::vector<std::string>& arguments) {
    const Outcome outcome = untangle(arguments);
    EXPECT_EQ(outcome.exit_code, code) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
  };
  const std::string out = files / "out";
  expect(2, "paths is required", {"-o", out});
  expect(2, "--output is required", {files.sheet_file});
  expect(2, "--thickness 3 kg: ", {files.sheet_file, "-o", out, "--thickness", "3 kg"});
  expect(2, "--thickness -1mm: must be more than 0", {files.sheet_file, "-o", out, "--thickness=-1mm"});
  expect(2, "--obstacle bal: no body, group of faces, file or folder has that name; the bodies are sheet",
         {files.sheet_file, "--obstacle", "bal", "-o", out});
  expect(2, "every body is an obstacle", {files.sheet_file, "--obstacle", "sheet", "-o", out});
  expect(2, "a mesh file holds one body; give -o the name of a folder",
         {files.sheet_file, files.ball_file, "-o", files / "out.obj"});
  expect(2, "a mesh file holds one frame; give -o the name of a folder",
         {files / "sheet.pc2", "--obstacle", files / "ball.pc2", "-o", files / "out.obj"});
  expect(2, "it stands still, but other bodies move", {files.sheet_file, "--obstacle", files / "ball.pc2", "-o", out});
  EXPECT_FALSE(fs::exists(out));
}

TEST(UntangleCommand, SaysWhatIsWrongWithTheFiles) {
  const Animation files;
  const auto expect = [&](const std::string& message, std::vector<std::string> arguments, int code = 4) {
    arguments.insert(arguments.end(), {"-o", files / "out"});
    const Outcome outcome = untangle(arguments);
    EXPECT_EQ(outcome.exit_code, code) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, message)) << outcome.err;
  };
  const auto file = [&](const char* name, const std::string& text) { return files.folder.write(name, text).string(); };
  expect("missing.obj: cannot", {files / "missing.obj"});
  expect("missing.obj: cannot", {files.sheet_file, "--obstacle", files / "missing.obj"});
  expect("the mesh has no triangles", {file("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n")});
  expect("coordinate \"nan\" is not finite", {file("nan.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")});
  EXPECT_FALSE(fs::exists(files / "out"));

  ASSERT_TRUE(write_mesh(files / "wide.obj", sheet(0.0)));
  write_cache(files / "wide.pc2", std::vector<std::vector<Vec3>>{ball().positions});
  expect("but " + files / "wide.obj" + " has 625 vertices", {files / "wide.pc2"});
  write_cache(files / "ball.pc2", std::vector<std::vector<Vec3>>{ball().positions});
  expect("bodies must have the same frames", {files / "sheet.pc2", "--obstacle", files / "ball.pc2"});
  Mesh flat = sheet(0.035);
  flat.material.clear();
  flat.material_corners.clear();
  flat.triangles.push_back({VertexId(0), VertexId(1), VertexId(2)});
  ASSERT_TRUE(write_mesh(files / "flat.obj", flat));
  expect("triangle 1152 has no area at rest", {files / "flat.obj", "--obstacle", files.ball_file}, 3);
  EXPECT_FALSE(fs::exists(files / "out"));

  const Outcome unwritable = untangle({files.sheet_file, "-o", "/proc/no/such"});
  EXPECT_EQ(unwritable.exit_code, 4);
  EXPECT_TRUE(contains(unwritable.err, "/proc/no/such: cannot make the folder")) << unwritable.err;
}

TEST(UntangleCommand, AFullDiskIsReported) {
  const SheetAndBall files;
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  fs::create_symlink("/dev/full", files / "full.obj");
  const Outcome outcome = untangle({files.sheet_file, "-o", files / "full.obj", "--force"});
  EXPECT_EQ(outcome.exit_code, 8) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "cannot write the file: No space left")) << outcome.err;
}

TEST(UntangleCommand, AFrameThatCannotBeReadKeepsTheOthers) {
  const Animation files;
  {
    std::fstream cache(files / "sheet.pc2", std::ios::in | std::ios::out | std::ios::binary);
    const std::uint32_t nan = 0x7fc00000;
    cache.seekp(32 + 2 * 625 * 12 + 24);
    cache.write(reinterpret_cast<const char*>(&nan), 4);
  }
  const Outcome outcome = untangle({files / "sheet.pc2", "--obstacle", files / "ball.pc2", "-o", files / "clean"});
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_TRUE(contains(outcome.err, "point 2 of sample 2 is not finite")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "clean: the frames up to 11 are kept\n")) << outcome.err;
  const auto cache = Pc2Reader::open(files / "clean/sheet.pc2");
  ASSERT_TRUE(cache);
  EXPECT_EQ(cache->header().samples, 2);
}

TEST(UntangleCommand, AnInterruptKeepsTheFramesSoFar) {
  const SheetAndBall files;
  const std::vector<std::vector<Vec3>> frames(500, sheet(0.035).positions);
  write_cache(files / "sheet.pc2", frames, 0);
  test::RunningProgram program(test::program_path(),
                               {"untangle", files / "sheet.pc2", "--obstacle", files.ball_file, "-o", files / "clean"});
  const auto samples = [&] {
    const auto cache = Pc2Reader::open(files / "clean/sheet.pc2");
    return cache ? cache->header().samples : 0;
  };
  for (int i = 0; i < 2000 && samples() == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  program.send(SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the frames so far are kept")) << outcome.err;
  EXPECT_GT(samples(), 0);
  EXPECT_LT(samples(), 500);
  EXPECT_EQ(run({"audit", files / "clean", files.ball_file, "--obstacle", "ball"}).exit_code, 0);
}

}  // namespace
}  // namespace muslin::untangle_command_test
