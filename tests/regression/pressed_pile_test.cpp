// A plate presses a pile to less than its thickness. The programme of qp_collide has no solution there; it spent
// hundreds of linear solves a step to find that out, with forces that grew, and then left the step to lower rungs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/response/qp/qp_collide.hpp>
#include <muslin/sim/simulator.hpp>

namespace muslin::pressed_pile_test {
namespace {

TEST(PressedPile, QpCollideSharesTheRoomThatIsLeft) {
  auto loaded = read_scene_text(R"({
    "version": 1, "time": { "frame_rate": 24, "step": "5 ms" }, "collision": { "response": "qp_collide", "qp_collide": { "solver": "condensed" } },
    "bodies": [
      { "name": "lower", "cloth": { "grid": { "vertices": [4, 4], "size": [0.2, 0.2] } }, "fabric": "felt",
        "thickness": "2 mm", "place": { "translate": [0, 0.0021, 0] } },
      { "name": "middle", "cloth": { "grid": { "vertices": [6, 6], "size": [0.2, 0.2] } }, "fabric": "felt",
        "thickness": "2 mm", "place": { "rotate": [0, 7, 0], "translate": [0, 0.0042, 0] } },
      { "name": "upper", "cloth": { "grid": { "vertices": [8, 8], "size": [0.2, 0.2] } }, "fabric": "felt",
        "thickness": "2 mm", "place": { "rotate": [0, 14, 0], "translate": [0, 0.0063, 0] } },
      { "name": "bed", "obstacle": { "box": { "size": [0.4, 0.02, 0.4] } }, "thickness": "2 mm",
        "place": { "translate": [0, -0.01, 0] } },
      { "name": "plate", "obstacle": { "box": { "size": [0.15, 0.02, 0.15], "divisions": [2, 1, 2] } },
        "thickness": "2 mm", "place": { "translate": [0, 0.0185, 0] },
        "motion": { "velocity": [0, -0.02, 0], "end": 0.25 } } ] })",
                                "scene.json");
  ASSERT_TRUE(loaded) << loaded.error().message();
  auto simulator = Simulator::create(loaded->scene);
  ASSERT_TRUE(simulator) << simulator.error().message();
  Rungs rungs;
  QpCounts counts;
  std::int64_t steps = 0, iterations = 0;
  double fastest = 0.0, strain = 0.0;
  for (int frame = 0; frame < 7; ++frame) {
    const auto outcome = simulator->advance([&](const StepReport& step) {
      combine(rungs, step.collision.rungs);
      combine(counts, step.collision.counters.get<QpCounts>());
      fastest = std::max(fastest, step.max_speed);
      strain = std::max(strain, step.max_strain);
      iterations += step.collision.iterations;
      ++steps;
      return true;
    });
    ASSERT_TRUE(outcome && !outcome->divergence && !outcome->pinch);
  }
  EXPECT_GT(counts.softened, 1000);  // there was no room
  EXPECT_EQ(rungs.halvings + rungs.rigid_zones + rungs.yields + rungs.stops + rungs.retries, 0);
  EXPECT_LT(iterations, 100 * steps);
  EXPECT_LT(fastest, 0.4);
  EXPECT_LT(strain, 0.02);
}

}  // namespace
}  // namespace muslin::pressed_pile_test
