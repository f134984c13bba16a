#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <muslin/render/colour.hpp>

namespace muslin::colour_test {
namespace {

TEST(Colour, BytesComeBack) {
  for (int i = 0; i < 256; ++i) {
    const auto byte = static_cast<std::uint8_t>(i);
    EXPECT_EQ(to_rgb(to_light({byte, 0, byte})), (Rgb{byte, 0, byte}));
  }
  EXPECT_EQ(to_rgb(Colour(-1, 2, std::numeric_limits<float>::quiet_NaN())), (Rgb{0, 255, 0}));
  EXPECT_NEAR(to_light({188, 0, 0}).x(), 0.5, 0.005);  // half the light is 188 in sRGB
}

TEST(Colour, OklabOfWhiteAndRed) {
  EXPECT_LT((from_oklab(1, 0, 0) - Colour::Ones()).norm(), 1e-3F);
  EXPECT_LT((from_oklab(0.62796F, 0.22486F, 0.12585F) - Colour(1, 0, 0)).norm(), 2e-3F);  // [Ottosson20]
  EXPECT_NEAR(lightness(Colour(1, 0, 0)), 0.62796F, 1e-3F);
}

TEST(Colour, BodiesCanBeToldApart) {
  for (std::size_t i = 0; i < 8; ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_GT((body_colour(i) - body_colour(j)).norm(), 0.1F) << i << " " << j;
  EXPECT_EQ(body_colour(0), body_colour(8));
  EXPECT_NE(obstacle_colour(0), obstacle_colour(1));
}

TEST(ColourMap, EndsAndWhatIsBeyond) {
  EXPECT_EQ(map_colour(-5), map_colour(0));
  EXPECT_EQ(map_colour(7), map_colour(1));
  EXPECT_EQ(map_colour(std::nan("")), map_colour(0));
  EXPECT_EQ(map_colour(3.0, {2.0, 4.0}), map_colour(0.5));
  EXPECT_EQ(map_colour(3.0, {3.0, 3.0}), map_colour(1.0));
  const Rgb low = to_rgb(map_colour(0)), high = to_rgb(map_colour(1));
  EXPECT_GT(low.blue, low.green);  // violet
  EXPECT_GT(high.red, high.blue);  // yellow
  EXPECT_GT(high.green, high.blue);
}

TEST(ColourMap, LightnessGrowsEvenly) {
  const int steps = 50;
  const float rise = (lightness(map_colour(1)) - lightness(map_colour(0))) / steps;
  EXPECT_GT(rise, 0.35F / steps);
  for (int i = 0; i < steps; ++i) {
    const float step = lightness(map_colour((i + 1.0) / steps)) - lightness(map_colour(double(i) / steps));
    EXPECT_NEAR(step, rise, 0.35F * rise) << i;  // the rim of the gamut cuts a little off
  }
}

TEST(ColourMap, RoundEnds) {
  EXPECT_DOUBLE_EQ(round_up(0.03), 0.05);
  EXPECT_DOUBLE_EQ(round_up(1.0), 1.0);
  EXPECT_DOUBLE_EQ(round_up(1.01), 2.0);
  EXPECT_DOUBLE_EQ(round_up(7.0), 10.0);
  EXPECT_DOUBLE_EQ(round_up(0.0), 1.0);
  EXPECT_DOUBLE_EQ(round_up(-3.0), 1.0);
}

}  // namespace
}  // namespace muslin::colour_test
