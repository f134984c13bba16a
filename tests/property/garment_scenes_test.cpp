#include <gtest/gtest.h>

#include <tests/support/dressed_run.hpp>

// Garments that start inside the body, through each other and through themselves, on a figure whose parts pass through
// each other. They start by default, and are clean from then on.
namespace muslin::garment_scenes_test {
namespace {

using test::FigureMotion;
using test::Garment;

void expect_clean(const char* name, const test::OutfitOptions& options, int frames) {
  const test::DressedRun run = test::run_dressed(test::make_outfit(options), frames);
  print(name, run);
  EXPECT_GT(run.before.with_figure, 40U);
  EXPECT_GE(run.before.of_themselves, 20U);
  EXPECT_GE(run.before.of_layers, options.garments.size() > 1 ? 40U : 0U);
  EXPECT_EQ(run.after.total(), 0U);
  EXPECT_GT(run.max_displacement, 0.02);
  EXPECT_LT(run.max_displacement, 0.2);
  EXPECT_FALSE(run.has_failed);
  EXPECT_EQ(run.bad_frames, 0U);
  EXPECT_GT(run.contacts, 10);
  EXPECT_LT(run.max_strain, 1.0);
  EXPECT_LT(run.max_speed, 8.0);
}

TEST(GarmentScenes, ShirtOnAFigureThatMovesItsArms) {
  expect_clean("shirt",
               {.garments = {Garment::shirt},
                .edge_length = 0.04,
                .figure_edge_length = 0.04,
                .motion = FigureMotion::raise_arms,
                .dents = 5,
                .folds = 4},
               14);
}

TEST(GarmentScenes, TrousersOnAFigureThatKicks) {
  expect_clean("trousers",
               {.garments = {Garment::trousers},
                .edge_length = 0.035,
                .figure_edge_length = 0.04,
                .motion = FigureMotion::kick,
                .dents = 5,
                .folds = 4},
               14);
}

TEST(GarmentScenes, CoatOverShirtOnAFigureThatWalks) {
  expect_clean("coat over shirt",
               {.garments = {Garment::shirt, Garment::coat},
                .edge_length = 0.04,
                .figure_edge_length = 0.04,
                .motion = FigureMotion::walk,
                .dents = 3,
                .layer_dents = 3,
                .folds = 2},
               10);
}

}  // namespace
}  // namespace muslin::garment_scenes_test
