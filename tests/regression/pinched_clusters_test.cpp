// An arm in a sleeve sinks into a torso and leaves it again. Collision clusters cannot resolve the pinch, not even with
// obstacles that yield. The ladder then stopped everything in every step, and the arm stayed where it was for ever.
#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/simulator.hpp>

namespace muslin::pinched_clusters_test {
namespace {

TEST(PinchedClusters, AnArmThatLeavesATorsoIsFreeAgain) {
  const auto loaded = read_scene_text(R"({
    "version": 1, "time": { "frame_rate": 24, "step": "5 ms" }, "collision": { "response": "collision_clusters" },
    "bodies": [
      { "name": "sleeve", "rest": "start", "fabric": "cotton", "thickness": "1 mm",
        "cloth": { "cylinder": { "radius": 0.075, "height": 0.4, "sides": 8, "divisions": 5, "ends": "open" } },
        "place": { "rotate": [0, 0, 75], "translate": [0.4356, 1.3153, 0] } },
      { "name": "torso", "thickness": "1 mm", "friction": 0.3, "place": { "translate": [0, 1.1, 0] },
        "obstacle": { "rod": { "radius": 0.15, "length": 0.5, "sides": 16, "divisions": 4, "axis": "y" } } },
      { "name": "arm", "thickness": "1 mm", "friction": 0.3,
        "obstacle": { "rod": { "radius": 0.05, "length": 0.55, "sides": 8, "divisions": 5, "axis": "y" } },
        "place": { "rotate": [0, 0, 75], "translate": [0.48, 1.295, 0] },
        "motion": { "centre": [0.2, 1.37, 0], "keyframes": [ { "time": 0 }, { "time": "0.8 s", "rotate": [0, 0, -77] },
          { "time": "1.2 s", "rotate": [0, 0, -77] }, { "time": "2 s" } ] } } ] })",
                                      "scene.json");
  ASSERT_TRUE(loaded) << loaded.error().message();
  auto simulator = Simulator::create(loaded->scene);
  ASSERT_TRUE(simulator) << simulator.error().message();
  double lag = 0.0, last_lag = 0.0;
  int yields = 0;
  for (int frame = 0; frame < 48; ++frame) {
    const auto outcome = simulator->advance([&](const StepReport& step) {
      last_lag = step.collision.lag.length;
      lag = std::max(lag, last_lag);
      yields += step.collision.rungs.yields;
      return true;
    });
    ASSERT_TRUE(outcome && !outcome->divergence && !outcome->pinch);
  }
  EXPECT_GT(yields, 0);
  EXPECT_LT(lag, 0.05);
  EXPECT_LT(last_lag, 0.001);
}

}  // namespace
}  // namespace muslin::pinched_clusters_test
