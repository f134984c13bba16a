// The thesis' experiments [Liu11, ch. 6], corners of their grid; those that it cannot do included. Whole:
// docs/liu2011.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/io/scene_file.hpp>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/scenes.hpp>

namespace muslin {
namespace {

TEST(RigidPatchesOfTheThesis, KeepTheirShapeInEveryConfiguration) {
  for (const int experiment : {1, 2})
    for (const auto& [count, radius] : {std::pair{2, 1}, std::pair{9, 2}, std::pair{25, 3}})
      for (const char* limit : {"0.1", "0.01", "0.001"}) {
        SCOPED_TRACE(testing::Message() << "EXP" << experiment << ", " << count << " of radius " << radius << ", "
                                        << limit);
        auto loaded =
            read_scene(std::string(MUSLIN_SOURCE_DIR "/scenes/liu2011/exp") + std::to_string(experiment) + ".json",
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

}  // namespace
}  // namespace muslin
