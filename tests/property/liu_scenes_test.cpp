// The thesis' experiments [Liu11, ch. 6], corners of their grid; those that it cannot do included. Whole:
// docs/liu2011.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/io/scene/scene_file.hpp>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/program.hpp>
#include <tests/support/scenes.hpp>

namespace muslin::liu_scenes_test {
namespace {

TEST(RigidPatchesOfTheThesis, KeepTheirShapeInEveryConfiguration) {
  for (const int experiment : {1, 2})
    for (const auto& [count, radius] : {std::pair{2, 1}, std::pair{9, 2}, std::pair{25, 3}})
      for (const char* limit : {"0.1", "0.01", "0.001"}) {
        SCOPED_TRACE(testing::Message() << "EXP" << experiment << ", " << count << " of radius " << radius << ", "
                                        << limit);
        auto loaded = read_scene(test::source_path("scenes/liu2011/exp") + std::to_string(experiment) + ".json",
                                 {.overrides = {"bodies.cloth.patches.count=" + std::to_string(count),
                                                "bodies.cloth.patches.radius=" + std::to_string(radius),
                                                std::string("bodies.cloth.stretch_limit.limit=") + limit}});
        ASSERT_TRUE(loaded) << loaded.error().message();
        const double cell = 2.0 / 39.0;
        Simulator simulator = test::simulator_of(std::move(loaded->scene));
        double shape_error = 0.0;
        std::int64_t over_limit_steps = 0;
        for (int frame = 0; frame < 40; ++frame)
          ASSERT_TRUE(simulator.advance([&](const StepReport& step) {
            shape_error = std::max(shape_error, step.limits.shape_error);
            over_limit_steps += step.limits.over_limit > 0 ? 1 : 0;
            return true;
          }));
        EXPECT_EQ(test::intersections(simulator), 0U);
        EXPECT_LT(shape_error, 1e-9 * cell);
        EXPECT_EQ(over_limit_steps, 0);
      }
}

/// What sags from rest between four pins has no more energy than it began with, less than half a joule. Velocities that
/// follow every move of a projection gave it 60 J where lengths are corrected by 10 % at once, and 3 J where shape
/// matching is mixed in.
TEST(PatchesOfTheThesis, GainNoEnergy) {
  for (const auto& [method, limit] : {std::pair{"rigid", "10 %"}, {"rigid", "0.1 %"}, {"hybrid", "0.1 %"}}) {
    SCOPED_TRACE(testing::Message() << method << ", " << limit);
    auto loaded =
        read_scene(test::source_path("scenes/liu2011/exp2.json"),
                   {.overrides = {"bodies.cloth.cloth.grid.vertices=[12,12]", "bodies.cloth.patches.count=2",
                                  "bodies.cloth.patches.radius=2", std::string("bodies.cloth.patches.method=") + method,
                                  std::string("bodies.cloth.stretch_limit.limit=") + limit}});
    ASSERT_TRUE(loaded) << loaded.error().message();
    Simulator simulator = test::simulator_of(std::move(loaded->scene));
    double most = -1.0;
    for (int frame = 0; frame < 250; ++frame)
      ASSERT_TRUE(simulator.advance([&](const StepReport& step) {
        most = std::max(most, step.kinetic_energy + step.elastic_energy + step.gravity_energy);
        return true;
      }));
    EXPECT_LT(most, 1e-3);
  }
}

/// Without extra lengths shape matching undoes what the projection does. Where that went on in the metric of tension
/// from first to last, single steps took 93 factorisations.
TEST(PatchesOfTheThesis, GetAlongWithoutExtraLengths) {
  auto loaded = read_scene(test::source_path("scenes/liu2011/exp2.json"),
                           {.overrides = {"bodies.cloth.cloth.grid.vertices=[12,12]", "bodies.cloth.patches.count=1",
                                          "bodies.cloth.patches.radius=2", "bodies.cloth.patches.method=hybrid",
                                          "bodies.cloth.patches.extra_lengths=\"none\""}});
  ASSERT_TRUE(loaded) << loaded.error().message();
  Simulator simulator = test::simulator_of(std::move(loaded->scene));
  for (int frame = 0; frame < 200; ++frame)
    ASSERT_TRUE(simulator.advance([&](const StepReport& step) {
      EXPECT_LE(step.limits.iterations, 20) << "frame " << frame;
      EXPECT_EQ(step.limits.over_limit, 0) << "frame " << frame;
      return true;
    }));
}

/// The thesis mixes once, after the projection has converged: nothing restores the limits afterwards, so lengths exceed
/// them, and shapes are as far off as the mixture leaves them.
TEST(PatchesOfTheThesis, MixedOnceMissLimitsAndShapes) {
  struct Sums {
    std::int64_t matchings = 0, dropped = 0;
    int steps = 0, over_limit = 0;
    double error = 0.0;
  };
  const auto simulate = [](const std::string& order) {
    auto loaded = read_scene(test::source_path("scenes/liu2011/exp2.json"),
                             {.overrides = {"bodies.cloth.cloth.grid.vertices=[12,12]", "bodies.cloth.patches.count=2",
                                            "bodies.cloth.patches.radius=2", "bodies.cloth.patches.method=hybrid",
                                            "bodies.cloth.patches.order=" + order}});
    EXPECT_TRUE(loaded) << loaded.error().message();
    Simulator simulator = test::simulator_of(std::move(loaded->scene));
    Sums sums;
    for (int frame = 0; frame < 150; ++frame)
      EXPECT_TRUE(simulator.advance([&](const StepReport& step) {
        sums.matchings += step.limits.matchings;
        sums.dropped += step.limits.dropped_matchings;
        sums.over_limit += step.limits.over_limit > 0 ? 1 : 0;
        sums.error += step.limits.mean_squared_shape_error;
        ++sums.steps;
        return true;
      }));
    EXPECT_EQ(test::intersections(simulator), 0U);
    return sums;
  };
  const Sums once = simulate("once"), alternating = simulate("alternating");
  EXPECT_GE(once.matchings, 2 * once.steps);
  EXPECT_GT(once.dropped, 0);
  EXPECT_GT(once.over_limit, 10);
  EXPECT_EQ(alternating.over_limit, 0);
  EXPECT_GT(once.error, 3.0 * alternating.error);
}

/// What filters know from one step to the next is part of the state.
TEST(PatchesOfTheThesis, GoOnFromASavedStateWithTheSameBits) {
  for (const std::string method : {"rigid", "hybrid"}) {
    const auto make = [&] {
      auto loaded =
          read_scene(test::source_path("scenes/liu2011/exp2.json"),
                     {.overrides = {"bodies.cloth.cloth.grid.vertices=[12,12]", "bodies.cloth.patches.count=2",
                                    "bodies.cloth.patches.radius=2", "bodies.cloth.patches.method=" + method}});
      EXPECT_TRUE(loaded) << loaded.error().message();
      return test::simulator_of(std::move(loaded->scene));
    };
    Simulator whole = make();
    for (int frame = 0; frame < 100; ++frame) ASSERT_TRUE(whole.advance());
    const State saved = whole.state();
    EXPECT_GT(*std::max_element(saved.tension.begin(), saved.tension.end()), 0.0);
    Simulator resumed = make();
    ASSERT_TRUE(resumed.restore(saved));
    for (int frame = 0; frame < 60; ++frame) ASSERT_TRUE(whole.advance() && resumed.advance());
    EXPECT_EQ(whole.state().position, resumed.state().position) << method;
    EXPECT_EQ(whole.state().tension, resumed.state().tension) << method;
  }
}

/// Pins that lead one sheet do work on it, and not on another, which is as slow as without it.
TEST(PatchesOfTheThesis, GainNoEnergyFromTheWorkThatIsDoneOnOthers) {
  const std::string sheet = R"("cloth": {"grid": {"vertices": [12, 12], "size": [2, 2]}}, "stretch_model": "springs",
      "fabric": {"areal_density": 0.2, "stretch": 60, "shear": 10, "bending": 2e-5}, "thickness": "4 mm",
      "stretch_limit": {"limit": "10 %", "parts": "threads", "rule": "keep"})";
  auto loaded = read_scene_text(
      R"({"version": 1, "time": {"frame_rate": 1000, "frames": 300, "step": "1 ms"}, "integrator": "symplectic_euler",
          "bodies": [{"name": "still", )" +
          sheet + R"(, "pins": ["corners"]}, {"name": "led", )" + sheet + R"(, "place": {"translate": [5, 0, 0]},
          "pins": [{"vertices": "corners", "motion": {"keyframes": [{"time": 0}, {"time": 1, "translate": [0, 1, 0]}]}}]}]})",
      "sheets.json");
  ASSERT_TRUE(loaded) << loaded.error().message();
  Simulator simulator = test::simulator_of(std::move(loaded->scene));
  double fastest = 0.0;
  for (int frame = 0; frame < 300; ++frame) {
    ASSERT_TRUE(simulator.advance());
    for (std::size_t i = 0; i < simulator.range(0).vertex_count; ++i)
      fastest = std::max(fastest, simulator.state().velocity[i].norm());
  }
  EXPECT_LT(fastest, 10.0);  // 48 where it does
}

}  // namespace
}  // namespace muslin::liu_scenes_test
