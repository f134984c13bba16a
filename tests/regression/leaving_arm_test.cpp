// An arm sinks 30 mm into a torso with cloth between them, and leaves again. While it left, it pressed the torso in as
// fast as it went, and the torso was 21 mm off its script, where half of the overlap and two thicknesses are enough.
// Later the torso came back too slowly, and was up to 4.4 mm farther off its script than that, for five frames.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/simulator.hpp>

namespace muslin::leaving_arm_test {
namespace {

constexpr double kThickness = 0.001;
constexpr double kFaceHeight = 0.001;  ///< of faces of cloth of 2 cm over the arm, which has a radius of 5 cm

/// Overlap of the arm and the torso, as their scripts place them, at a time [m].
double overlap_at(double time) {
  const double u = time < 0.9 ? time / 0.8 : (1.8 - time) / 0.8;
  const double t = std::clamp(u, 0.0, 1.0);
  return 0.15 + 0.05 - (0.26 - 0.09 * t * t * (3.0 - 2.0 * t));
}

TEST(LeavingArm, TheLagFollowsTheOverlap) {
  const auto loaded = read_scene_text(R"({
    "version": 1, "time": { "frame_rate": 24, "step": "5 ms" },
    "bodies": [
      { "name": "sheet", "fabric": "cotton", "thickness": "1 mm", "pins": [ "top" ],
        "cloth": { "grid": { "vertices": [11, 11], "size": [0.2, 0.2] } },
        "place": { "rotate": [90, 0, 0], "translate": [0, 0, 0.153] } },
      { "name": "torso", "thickness": "1 mm", "friction": 0.3, "place": { "translate": [0, -0.25, 0] },
        "obstacle": { "rod": { "radius": 0.15, "length": 0.5, "sides": 40, "divisions": 8, "axis": "y" } } },
      { "name": "arm", "thickness": "1 mm", "friction": 0.3, "place": { "translate": [0, -0.2, 0.26] },
        "obstacle": { "rod": { "radius": 0.05, "length": 0.4, "sides": 24, "divisions": 8, "axis": "y" } },
        "motion": { "keyframes": [ { "time": 0 }, { "time": "0.8 s", "translate": [0, 0, -0.09] },
          { "time": "1 s", "translate": [0, 0, -0.09] }, { "time": "1.8 s" } ] } } ] })",
                                      "scene.json");
  ASSERT_TRUE(loaded) << loaded.error().message();
  auto simulator = Simulator::create(loaded->scene);
  ASSERT_TRUE(simulator) << simulator.error().message();
  double largest = 0.0, last = 0.0;
  for (int frame = 1; frame <= 44; ++frame) {
    const auto outcome = simulator->advance([&](const StepReport& step) {
      last = step.collision.lag.length;
      largest = std::max(largest, last);
      return true;
    });
    ASSERT_TRUE(outcome && !outcome->divergence && !outcome->pinch);
    // Half a frame is left for what gave way to come back.
    const double overlap = std::max(0.0, std::max(overlap_at(frame / 24.0), overlap_at((frame - 0.5) / 24.0)));
    EXPECT_LT(last, 0.5 * overlap + 2.0 * kThickness + kFaceHeight) << "frame " << frame << ", overlap " << overlap;
  }
  EXPECT_GT(largest, 0.01);
  EXPECT_EQ(last, 0.0);
}

}  // namespace
}  // namespace muslin::leaving_arm_test
