#include <gtest/gtest.h>

#include <array>
#include <tests/support/dressed_run.hpp>

// An outfit of usual resolution: trousers, shirt and coat with 15,000 vertices, tangled by 1 to 40 mm and with 40
// intersections of the garments with themselves. The limit of time is that of a start that nobody waits for. Then the
// figure moves: it lowers and raises its arms, walks three steps, or kicks, and puts its foot down again.
namespace muslin::garment_scenes_slow_test {
namespace {

using test::FigureMotion;
using test::Garment;

class Outfit : public testing::TestWithParam<std::uint64_t> {};

struct Animation {
  FigureMotion motion;
  int frames;  ///< of 24 per second
};
constexpr std::array kAnimations = {Animation{FigureMotion::walk, 36}, Animation{FigureMotion::raise_arms, 36},
                                    Animation{FigureMotion::kick, 44}};

TEST_P(Outfit, IsUntangledAndStaysClean) {
  const Animation& animation = kAnimations[GetParam() % kAnimations.size()];
  const Scene scene = test::make_outfit({.garments = {Garment::trousers, Garment::shirt, Garment::coat},
                                         .edge_length = 0.0182,
                                         .figure_edge_length = 0.0182,
                                         .motion = animation.motion,
                                         .seconds = 2.0,
                                         .dents = 6,
                                         .layer_dents = 4,
                                         .folds = 3,
                                         .seed = GetParam()});
  std::size_t vertices = 0;
  for (const SceneBody& item : scene.bodies)
    if (item.body.kind == BodyKind::cloth) vertices += item.body.mesh.positions.size();
  EXPECT_GT(vertices, 14'500U);
  const test::DressedRun run = test::run_dressed(scene, animation.frames);
  print("outfit", run);
  EXPECT_GT(run.before.with_figure, 500U);
  EXPECT_GT(run.before.of_layers, 300U);
  EXPECT_GE(run.before.of_themselves, 40U);
  EXPECT_EQ(run.after.total(), 0U);
  EXPECT_LT(run.untangle_seconds, 20.0);
  EXPECT_LT(run.max_displacement, 0.2);
  EXPECT_FALSE(run.has_failed);
  EXPECT_EQ(run.bad_frames, 0U);
  EXPECT_GT(run.contacts, 100);
  EXPECT_LT(run.max_strain, 1.0);
  EXPECT_LT(run.max_speed, 8.0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Outfit, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace muslin::garment_scenes_slow_test
