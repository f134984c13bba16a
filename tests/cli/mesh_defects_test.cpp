#include <gtest/gtest.h>

#include <fmt/format.h>
#include <cmath>
#include <muslin/io/run/run_record.hpp>
#include <tests/support/program.hpp>

namespace muslin::mesh_defects_test {
namespace {

using test::Outcome;
using test::TemporaryFolder;

constexpr int kSide = 6;

std::string vertex(double x, double y, double z) { return fmt::format("v {} {} {}\n", x, y, z); }

/// A sheet of 20 cm over a ball, as an OBJ file without its end.
std::string sheet() {
  std::string text;
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j) text += vertex(0.04 * i - 0.1, 0.06, 0.04 * j - 0.1);
  for (int i = 0; i + 1 < kSide; ++i)
    for (int j = 0; j + 1 < kSide; ++j) {
      const int a = kSide * i + j + 1;
      text += fmt::format("f {} {} {}\nf {} {} {}\n", a, a + 1, a + kSide + 1, a, a + kSide + 1, a + kSide);
    }
  return text;
}

/// What `muslin check` and `muslin run` say about a scene with this mesh as cloth.
struct Said {
  Outcome check;
  Outcome run;
  RunRecord record;  ///< of the run, if it began
};

Said judge(const std::string& mesh, const std::string& cloth_kind = "cloth") {
  const TemporaryFolder folder;
  folder.write("mesh.obj", mesh);
  const std::string scene =
      folder.write("a.json", R"({"version": 1, "time": {"frames": 8}, "bodies": [{"name": "c", ")" + cloth_kind +
                                 R"(": "mesh.obj"}, {"name": "ball",
    "obstacle": {"sphere": {"radius": "5 cm", "subdivisions": 2}}}]})");
  Said said;
  said.check = test::run_program(test::program_path(), {"check", scene});
  said.run = test::run_program(test::program_path(), {"run", scene, "-o", (folder / "run").string(), "--quiet"});
  if (const auto record = read_run_record(folder / "run/run.json")) said.record = *record;
  return said;
}

void expect_warned_and_right(const Said& said, const std::string& warning) {
  EXPECT_EQ(said.check.exit_code, 0) << said.check.err;
  EXPECT_NE(said.check.out.find(warning), std::string::npos) << said.check.out;
  EXPECT_EQ(said.run.exit_code, 0) << said.run.err;
  EXPECT_NE(said.run.err.find(warning), std::string::npos) << said.run.err;
  ASSERT_EQ(said.record.warnings.size(), 1U);
  EXPECT_NE(said.record.warnings[0].find(warning), std::string::npos) << said.record.warnings[0];
  EXPECT_EQ(said.record.state, RunState::complete);
  EXPECT_EQ(said.record.audit.frames, 9);
  EXPECT_EQ(said.record.audit.bad_frames, 0);
  EXPECT_GT(said.record.statistics.total.collision.contacts + said.record.statistics.total.collision.proximities, 0);
  EXPECT_LT(said.record.statistics.total.max_strain, 0.5);
  EXPECT_LT(said.record.statistics.total.max_speed, 4.0);
}

void expect_refused(const Said& said, int code, const std::string& message) {
  EXPECT_EQ(said.check.exit_code, code);
  EXPECT_NE(said.check.err.find(message), std::string::npos) << said.check.err;
  EXPECT_EQ(said.run.exit_code, code);
  EXPECT_NE(said.run.err.find(message), std::string::npos) << said.run.err;
}

TEST(MeshDefects, StatementsOfOtherProgramsAreSkipped) {
  expect_warned_and_right(
      judge("stitch 1 2\n" + sheet() + "seam 3\nstitch 2 3\n"),
      "3 statements that OBJ does not define were skipped: \"stitch\" (2, first in line 1), \"seam\"");
  expect_refused(judge(sheet() + "f 1 2\n"), 4, "a face has 2 corners");
}

TEST(MeshDefects, UnusedVerticesStay) {
  const Said said = judge(vertex(0, 0, 0) + vertex(0, 0.058, 0) + sheet().substr(0, sheet().find("f ")) + [] {
    std::string faces;  // two further vertices stand before those of the sheet
    for (int i = 0; i + 1 < kSide; ++i)
      for (int j = 0; j + 1 < kSide; ++j) {
        const int a = kSide * i + j + 3;
        faces += fmt::format("f {} {} {} {}\n", a, a + 1, a + kSide + 1, a + kSide);
      }
    return faces;
  }());
  expect_warned_and_right(said, "2 isolated vertices (0, 1)");
  ASSERT_EQ(said.record.bodies.size(), 2U);
  EXPECT_EQ(said.record.bodies[0].vertices, std::size_t{kSide * kSide + 2});
  expect_refused(judge(vertex(0, 1, 0) + vertex(1, 1, 0) + vertex(0, 1, 1)), 4, "the mesh has no triangles");
}

TEST(MeshDefects, DuplicateFacesAreRemoved) {
  const Said said = judge(sheet() + "f 1 2 8\nf 8 2 1\nf 3 3 4\n");
  expect_warned_and_right(said, "mesh.obj: 3 triangles that repeat a corner or another triangle were removed");
  EXPECT_EQ(said.record.bodies[0].triangles, std::size_t{2 * (kSide - 1) * (kSide - 1)});
}

TEST(MeshDefects, ATriangleWithoutAreaIsRefused) {
  expect_refused(judge(sheet() + "f 1 2 3\n"), 3,
                 "body 'c': triangle 50 has no area at rest, or next to none (vertices 0, 1 and 2, near (-0.1, 0.06, "
                 "-0.1)); dissolve it, or merge its vertices by distance");
}

TEST(MeshDefects, ThreeFacesMayShareAnEdge) {
  std::string fin;
  for (int j = 0; j < kSide; ++j) fin += vertex(-0.02, 0.09, 0.04 * j - 0.1);
  for (int j = 1; j < kSide; ++j)
    fin += fmt::format("f {} {} {} {}\n", 2 * kSide + j, 2 * kSide + j + 1, kSide * kSide + j + 1, kSide * kSide + j);
  for (const char* kind : {"cloth", "shell"}) {
    SCOPED_TRACE(kind);
    expect_warned_and_right(judge(sheet() + fin, kind), "5 edges with more than two triangles, at vertices (12, 13, ");
  }
}

/// A disc whose rings double their radius up to 16 cm.
std::string disc(double smallest) {
  std::string text = vertex(0, 0.06, 0);
  int rings = 0;
  for (double radius = smallest; radius < 0.2; radius *= 2, ++rings)
    for (int k = 0; k < 8; ++k) text += vertex(radius * std::cos(k * 0.7853), 0.06, radius * std::sin(k * 0.7853));
  for (int k = 0; k < 8; ++k) text += fmt::format("f 1 {} {}\n", (k + 1) % 8 + 2, k + 2);
  for (int ring = 0; ring + 1 < rings; ++ring)
    for (int k = 0; k < 8; ++k) {
      const int a = 8 * ring + k + 2, b = 8 * ring + (k + 1) % 8 + 2;
      text += fmt::format("f {} {} {}\nf {} {} {}\n", a, b, b + 8, a, b + 8, a + 8);
    }
  return text;
}

TEST(MeshDefects, EdgesOfVeryDifferentLengths) {
  expect_refused(judge(disc(1e-7)), 3, "m (vertices ");
  expect_refused(judge(disc(1e-7)), 3,
                 "m long, more than 100000 times the shortest; merge vertices by distance, or remesh it");
  const Said said = judge(disc(1e-5));
  EXPECT_EQ(said.run.exit_code, 0) << said.run.err;
  EXPECT_NE(said.run.err.find("warning: body 'c': its edges are from "), std::string::npos) << said.run.err;
  EXPECT_EQ(said.record.audit.bad_frames, 0);
  EXPECT_LT(said.record.statistics.total.max_speed, 10.0);
}

TEST(MeshDefects, TinyAndHugeBodiesInOneScene) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("a.json", R"({"version": 1, "time": {"frames": 5}, "bodies": [
    {"name": "sail", "cloth": {"grid": [9, 9], "size": [100, 100]}, "pins": [{"vertices": "corners"}]},
    {"name": "bit", "cloth": {"grid": [4, 4], "size": [0.001, 0.001]}, "thickness": "0.05 mm",
     "place": {"translate": [0, 1.02, 0]}},
    {"name": "pebble", "obstacle": {"sphere": {"radius": "0.3 mm"}}, "place": {"translate": [0, 1, 0]}}]})");
  const Outcome check = test::run_program(test::program_path(), {"check", scene});
  const std::string warning = "body 'pebble' is 0.0006 m in size and body 'sail' is 100 m; check their units";
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_NE(check.out.find(warning), std::string::npos) << check.out;
  const Outcome run =
      test::run_program(test::program_path(), {"run", scene, "-o", (folder / "run").string(), "--quiet"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find(warning), std::string::npos) << run.err;
  const auto record = read_run_record(folder / "run/run.json");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->audit.bad_frames, 0);
  EXPECT_GT(record->statistics.total.collision.contacts + record->statistics.total.collision.proximities, 0);
  EXPECT_LT(record->statistics.total.max_speed, 3.0);
}

}  // namespace
}  // namespace muslin::mesh_defects_test
