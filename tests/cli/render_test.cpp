#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <muslin/geometry/shapes.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/mesh/pc2.hpp>
#include <tests/support/png_size.hpp>
#include <tests/support/program.hpp>

namespace muslin::render_test {
namespace {

using test::Outcome;
using test::png_size;
using test::TemporaryFolder;

Outcome render(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "render");
  return test::run_program(test::program_path(), arguments);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

constexpr const char* kTriangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// A sheet that rises and grows over 21 frames from 10 to 30, and a floor that does not move.
void write_run(const TemporaryFolder& folder) {
  const Mesh sheet = *make_grid({.vertices = {5, 5}, .size = Vec2(1, 0.6)});
  ASSERT_TRUE(write_mesh(folder / "sheet.obj", sheet));
  ASSERT_TRUE(write_mesh(folder / "floor.obj", *make_plane({.size = Vec2(1000, 1000)})));
  auto writer = Pc2Writer::create(folder / "sheet.pc2", {.points = 25, .start = 10});
  ASSERT_TRUE(writer);
  for (int k = 0; k <= 20; ++k) {
    auto x = sheet.positions;
    for (Vec3& p : x) p = (1 + 0.005 * k) * p + Vec3(0, 0.2 + 0.01 * k, 0);
    ASSERT_TRUE(writer->append(x));
  }
  ASSERT_TRUE(writer->close());
}

TEST(RenderCommand, AMeshGivesOnePicture) {
  const TemporaryFolder folder;
  const std::string mesh = folder.write("a.obj", kTriangle);
  const Outcome outcome = render({mesh, "-o", folder / "a.png"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(png_size(folder / "a.png"), std::pair(960, 720));
  EXPECT_EQ(render({mesh, "-o", folder / "b.png", "--size", "64x48"}).exit_code, 0);
  EXPECT_EQ(png_size(folder / "b.png"), std::pair(64, 48));
}

TEST(RenderCommand, AFolderGivesASheet) {
  const TemporaryFolder folder;
  write_run(folder);
  const auto sheet = [&](std::vector<std::string> more) {
    more.insert(more.end(), {folder.path(), "-o", folder / "s.png", "--size", "60x40"});
    const Outcome outcome = render(more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return png_size(folder / "s.png");
  };
  EXPECT_EQ(sheet({}), std::pair(4 * 64 + 4, 2 * 44 + 4));
  EXPECT_EQ(sheet({"--frames", "10,15,30"}), std::pair(3 * 64 + 4, 44 + 4));
  EXPECT_EQ(sheet({"--frames", "10-30:10", "--columns", "1"}), std::pair(64 + 4, 3 * 44 + 4));
  EXPECT_EQ(sheet({"--frames", "all"}), std::pair(5 * 64 + 4, 5 * 44 + 4));
  EXPECT_EQ(sheet({"--frames", "last"}), std::pair(60, 40));
}

TEST(RenderCommand, SameBytesOnAnyNumberOfThreads) {
  const TemporaryFolder folder;
  write_run(folder);
  for (const char* threads : {"1", "2", "3"}) {
    const std::string out = folder / (std::string(threads) + ".png");
    ASSERT_EQ(
        render({folder.path(), "-o", out, "--size", "100x80", "--color", "strain", "--threads", threads}).exit_code, 0);
    EXPECT_EQ(bytes_of(out), bytes_of(folder / "1.png"));
  }
}

TEST(RenderCommand, ColoursAndViewsMakeADifference) {
  const TemporaryFolder folder;
  write_run(folder);
  const std::vector<std::vector<std::string>> ways = {{},
                                                      {"--view", "front"},
                                                      {"--view", "side"},
                                                      {"--view", "top"},
                                                      {"--up", "z"},
                                                      {"--wire"},
                                                      {"--samples", "1"},
                                                      {"--from", "-1,2,2"},
                                                      {"--from", "0,0.3,0.1", "--to", "0,0.3,-9", "--fov", "90"},
                                                      {"--color", "strain"},
                                                      {"--color", "strain", "--range", "0,0.5"},
                                                      {"--color", "speed"},
                                                      {"--obstacle", "sheet"}};
  std::vector<std::string> pictures;
  for (std::vector<std::string> way : ways) {
    way.insert(way.end(), {folder.path(), "-o", folder / "a.png", "--size", "80x60", "--frames", "20"});
    const Outcome outcome = render(way);
    ASSERT_EQ(outcome.exit_code, 0) << way[1] << outcome.err;
    pictures.push_back(bytes_of(folder / "a.png"));
    for (std::size_t i = 0; i + 1 < pictures.size(); ++i) EXPECT_TRUE(pictures[i] != pictures.back()) << i << way[1];
  }
}

// Frame 2 of a run in which two sheets collide: zones and clusters are painted, where the run has them.
TEST(RenderCommand, ZonesAndClustersOfARun) {
  const TemporaryFolder folder;
  const std::string sheet = R"("cloth": {"grid": [4, 4], "size": [0.3, 0.3]}, "thickness": "0.1 mm", "velocity": )";
  const std::string scene =
      folder.write("two.json", R"({"version": 1, "time": {"frame_rate": 100, "frames": 2}, "forces": {"gravity": 0},
        "bodies": [{"name": "b", )" +
                                   sheet + R"([0, 2, 0]},
                   {"name": "a", "place": {"translate": [0.1, 0.015, 0.05]}, )" +
                                   sheet + "[0, -2, 0]}]}");
  const auto simulate = [&](const std::string& response) {
    const Outcome run = test::run_program(
        test::program_path(), {"run", scene, "-o", folder / response, "--response", response, "--progress", "none"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
  };
  const auto paint = [&](const std::string& run, const std::string& colours) {
    const std::string out = folder / (run + "-" + colours + ".png");
    const Outcome outcome = render({folder / run, "-o", out, "--frames", "2", "--size", "80x60", "--color", colours});
    return std::pair(outcome, bytes_of(out));
  };
  simulate("collision_clusters");
  simulate("rigid_zones");
  const auto [zones, zones_picture] = paint("collision_clusters", "zones");
  const auto [clusters, clusters_picture] = paint("collision_clusters", "clusters");
  const auto [bodies, bodies_picture] = paint("collision_clusters", "body");
  EXPECT_EQ(zones.exit_code, 0) << zones.err;
  EXPECT_EQ(clusters.exit_code, 0) << clusters.err;
  EXPECT_NE(zones_picture, clusters_picture);
  EXPECT_NE(zones_picture, bodies_picture);
  EXPECT_EQ(paint("rigid_zones", "zones").first.exit_code, 0);
  const Outcome none = paint("rigid_zones", "clusters").first;
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(contains(none.err, "--response collision_clusters")) << none.err;
  const Outcome no_run = render({folder.write("t.obj", kTriangle), "-o", folder / "t.png", "--color", "zones"});
  EXPECT_EQ(no_run.exit_code, 2);
}

TEST(RenderCommand, TheFrameRateGivesSpeeds) {
  const TemporaryFolder folder;
  write_run(folder);
  const std::vector<std::string> arguments = {folder.path(), "-o",     folder / "a.png", "--color",
                                              "speed",       "--size", "64x48"};
  const Outcome without = render(arguments);
  EXPECT_EQ(without.exit_code, 0);
  EXPECT_TRUE(contains(without.err, "24 frames per second")) << without.err;
  folder.write("run.json", R"({"frame_rate": 60, "bodies": [{"name": "floor", "kind": "obstacle"}]})");
  const Outcome with = render(arguments);
  EXPECT_EQ(with.exit_code, 0);
  EXPECT_EQ(with.err, "");
  folder.write("run.json", "{");
  EXPECT_EQ(render(arguments).exit_code, 4);
}

TEST(RenderCommand, UnknownFramesAreRefusedWithTheNearest) {
  const TemporaryFolder folder;
  write_run(folder);
  const Outcome outcome = render({folder.path(), "-o", folder / "a.png", "--frames", "12,45"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "no frame 45; the nearest is 30; the frames are 10 to 30")) << outcome.err;
  EXPECT_EQ(render({folder.path(), "-o", folder / "a.png", "--frames", "0-9"}).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
}

TEST(RenderCommand, SaysWhatIsWrongWithTheCommandLine) {
  const TemporaryFolder folder;
  const std::string mesh = folder.write("a.obj", kTriangle), out = folder / "a.png";
  EXPECT_EQ(render({}).exit_code, 2);
  EXPECT_EQ(render({mesh}).exit_code, 2);
  const std::vector<std::vector<std::string>> wrong = {{"--size", "0x0"},       {"--size", "9x9"},
                                                       {"--size", "99999x50"},  {"--size", "640"},
                                                       {"--size", "640x480x3"}, {"--size", "-640x480"},
                                                       {"--frames", "x"},       {"--frames", ""},
                                                       {"--frames", "3-1"},     {"--frames", "0-9:0"},
                                                       {"--frames", "1,,2"},    {"--frames", "99999999999999999999"},
                                                       {"--frames", "7"},       {"--columns", "0"},
                                                       {"--color", "taste"},    {"--view", "inside"},
                                                       {"--up", "x"},           {"--from", "1,2"},
                                                       {"--from", "1,2,nan"},   {"--from", "1,2,3,4"},
                                                       {"--to", "1,2,3"},       {"--from", "1,2,3", "--to", "1,2,3"},
                                                       {"--fov", "0"},          {"--fov", "180"},
                                                       {"--range", "0,1"},      {"--color", "strain", "--range", "1,0"},
                                                       {"--color", "speed"},    {"--obstacle", "b"},
                                                       {"--samples", "9"}};
  for (std::vector<std::string> arguments : wrong) {
    const std::string first = arguments[0] + " " + arguments[1];
    arguments.insert(arguments.end(), {mesh, "-o", out});
    const Outcome outcome = render(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << first << "\n" << outcome.err;
    EXPECT_NE(outcome.err, "") << first;
  }
  EXPECT_EQ(render({mesh, "-o", folder / "a.jpg"}).exit_code, 2);
  EXPECT_EQ(render({folder.path(), folder.path(), "-o", out}).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(RenderCommand, TooManyPixelsAreRefused) {
  const TemporaryFolder folder;
  write_run(folder);
  const Outcome outcome = render({folder.path(), "-o", folder / "a.png", "--frames", "all", "--size", "4000x4000"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.err, "--size")) << outcome.err;
}

TEST(RenderCommand, BadMeshesGiveAPictureOrAMessage) {
  const TemporaryFolder folder;
  const std::string out = folder / "a.png";
  const auto run = [&](const char* content) {
    return render({folder.write("a.obj", content), "-o", out, "--size", "64x48"}).exit_code;
  };
  EXPECT_EQ(run("v 0 0 0\n"), 4);                                       // nothing to draw
  EXPECT_EQ(run("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"), 0);            // no area
  EXPECT_EQ(run("v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n"), 0);            // a point
  EXPECT_EQ(run("v 0 0 0\nv 0 0 0\nl 1 2\n"), 0);                       // a cable without length
  EXPECT_EQ(run("v 0 0 0\nv 1e14 0 0\nv 0 1e14 0\nf 1 2 3\n"), 0);      // far away
  EXPECT_EQ(run("v 0 0 0\nv 1e200 0 0\nv 0 1 0\nf 1 2 3\n"), 4);        // too far
  EXPECT_EQ(run("v 0 0 0\nv 1e-200 0 0\nv 0 1e-200 0\nf 1 2 3\n"), 0);  // too small to be seen
  EXPECT_EQ(run("v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n"), 4);
  EXPECT_EQ(render({folder / "missing.obj", "-o", out}).exit_code, 4);
}

TEST(RenderCommand, AFullDiskIsNotSuccess) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  const TemporaryFolder folder;
  const Outcome outcome = render({folder.write("a.obj", kTriangle), "-o", "/dev/full", "--size", "64x48"});
  EXPECT_EQ(outcome.exit_code, 8) << outcome.err;
}

}  // namespace
}  // namespace muslin::render_test
