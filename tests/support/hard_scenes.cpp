#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tests/support/hard_scenes.hpp>
#include <tests/support/program.hpp>

namespace muslin::test {
namespace {

/// Sets the grids of layer1, layer2, … to n by n vertices.
std::vector<std::string> coarse_layers(int count, int n) {
  std::vector<std::string> overrides;
  for (int i = 1; i <= count; ++i)
    overrides.push_back(fmt::format("bodies.layer{}.cloth.grid.vertices=[{}, {}]", i, n, n));
  return overrides;
}

}  // namespace

std::span<const HardScene> hard_scenes() {
  static const std::vector<HardScene> kScenes = {
      {.name = "blade", .overrides = {"bodies.curtain.cloth.grid.vertices=[10, 14]"}},
      {.name = "bowl", .overrides = coarse_layers(10, 4)},
      {.name = "cape", .overrides = {"bodies.cape.cloth.grid.vertices=[10, 15]"}, .has_pinch = true},
      {.name = "coarse", .overrides = {}, .has_contacts = false},
      {.name = "conflict", .overrides = {"bodies.cloth.cloth.grid.vertices=[9, 9]"}, .has_pinch = true},
      {.name = "flag40",
       .overrides = {"bodies.flag.cloth.grid.vertices=[16, 11]"},
       .touches = false,
       .has_contacts = false},
      {.name = "knot", .overrides = {}, .has_contacts = false},
      {.name = "pinned-edge", .overrides = {"bodies.curtain.cloth.grid.vertices=[9, 9]"}, .has_pinch = true},
      {.name = "press", .overrides = coarse_layers(6, 7), .has_contacts = false},
      {.name = "sleeve",
       .overrides = {"bodies.shirt.cloth.cylinder.sides=20", "bodies.shirt.cloth.cylinder.divisions=8",
                     "bodies.sleeve.cloth.cylinder.sides=12", "bodies.sleeve.cloth.cylinder.divisions=8"},
       .has_pinch = true},
      {.name = "tablecloth", .overrides = {"bodies.cloth.cloth.grid.vertices=[19, 13]"}, .has_contacts = false},
  };
  return kScenes;
}

const HardScene& hard_scene(const std::string& name) {
  const auto scenes = hard_scenes();
  return *std::find_if(scenes.begin(), scenes.end(), [&](const HardScene& scene) { return scene.name == name; });
}

RunRecord run_hard_scene(const HardScene& scene, const std::filesystem::path& folder, const std::string& response,
                         const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"run",       source_path("scenes/hard/" + scene.name + ".json"),
                                        "-o",        folder.string(),
                                        "--threads", "1",
                                        "--quiet",   "--progress",
                                        "none"};
  for (const auto* overrides : {&scene.overrides, &more})
    for (const std::string& text : *overrides) arguments.insert(arguments.end(), {"--set", text});
  if (!response.empty()) arguments.insert(arguments.end(), {"--response", response});
  const Outcome outcome = run_program(program_path(), arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto record = read_run_record(folder / "run.json");
  EXPECT_TRUE(record) << record.error().message();
  if (!record) return {};
  EXPECT_EQ(record->state, RunState::complete);
  EXPECT_EQ(record->audit.frames, record->frames + 1);
  EXPECT_EQ(record->audit.bad_frames, 0);
  const CollisionReport& collision = record->statistics.total.collision;
  if (scene.touches) {
    EXPECT_GT(collision.proximities, 0) << "nothing touched";
  }
  if (scene.has_contacts) {
    EXPECT_GT(collision.contacts, 0) << "nothing collided";
  }
  if (scene.has_pinch) {
    EXPECT_GT(record->statistics.max_lag, 0.0) << "no script gave way";
  }
  return *record;
}

}  // namespace muslin::test
