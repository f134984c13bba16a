// What the paper says of its scenes [Sifakis08 §6], at a size for every day. Whole ones: docs/sifakis2008.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/io/scene_file.hpp>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/scenes.hpp>

namespace muslin {
namespace {

struct Outcome {
  int steps = 0;
  Rungs rungs;
  std::int64_t most_contacts = 0;  ///< resolved in one step
};

/// Five sheets with 16 vertices along each side.
Outcome run(const std::string& name, const std::string& sheet, int frames) {
  std::vector<std::string> changes;
  for (int k = 1; k <= 5; ++k)
    changes.push_back("bodies." + sheet + std::to_string(k) + ".cloth.grid.vertices=[16, 16]");
  auto loaded =
      read_scene(std::string(MUSLIN_SOURCE_DIR "/scenes/sifakis2008/") + name + ".json", {.overrides = changes});
  EXPECT_TRUE(loaded) << loaded.error().message();
  Simulator simulator = test::simulator_of(loaded->scene);
  Outcome outcome;
  for (int frame = 0; frame < frames; ++frame) {
    EXPECT_TRUE(simulator.advance([&](const StepReport& step) {
      ++outcome.steps;
      outcome.rungs += step.collision.rungs;
      outcome.most_contacts = std::max(outcome.most_contacts, step.collision.contacts);
      return true;
    }));
    if (frame % 10 == 9) {
      EXPECT_EQ(test::intersections(simulator), 0U) << frame;
    }
  }
  return outcome;
}

void expect_no_lower_rung(const Rungs& rungs) {
  EXPECT_EQ(rungs.rigid_zones, 0);
  EXPECT_EQ(rungs.yields, 0);
  EXPECT_EQ(rungs.stops, 0);
}

TEST(SifakisScenes, CurtainsCollideOncePerFrame) {
  const Outcome outcome = run("curtains", "curtain", 110);
  EXPECT_LE(outcome.steps, 115);
  EXPECT_GT(outcome.most_contacts, 50);
  expect_no_lower_rung(outcome.rungs);
}

TEST(SifakisScenes, HundredsOfContactsInADrapeAreResolvedAtOnce) {
  const Outcome outcome = run("drapes", "drape", 50);
  EXPECT_LE(outcome.steps, 85);
  EXPECT_GT(outcome.most_contacts, 500);
  expect_no_lower_rung(outcome.rungs);
}

}  // namespace
}  // namespace muslin
