#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/render/colour.hpp>

namespace muslin {

Colour map_colour(double t) {
  struct Hue {
    float a, b;
  };
  // Points in the colour plane of Oklab at equal steps; lightness is linear between the two ends.
  static constexpr std::array<Hue, 6> kPath = {{{0.045F, -0.115F},
                                                {0.015F, -0.125F},
                                                {-0.045F, -0.065F},
                                                {-0.090F, 0.020F},
                                                {-0.090F, 0.110F},
                                                {-0.025F, 0.165F}}};
  // Shaded cloth gets darker still: its folds must show also where values are low.
  static constexpr float kDarkest = 0.54F, kLightest = 0.92F;
  const float place = t > 0.0 ? static_cast<float>(std::min(t, 1.0)) : 0.0F;
  const float step = place * static_cast<float>(kPath.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(step), kPath.size() - 2);
  const float rest = step - static_cast<float>(k);
  const Hue &from = kPath[k], &to = kPath[k + 1];
  return from_oklab(kDarkest + place * (kLightest - kDarkest), from.a + rest * (to.a - from.a),
                    from.b + rest * (to.b - from.b));
}

Colour map_colour(double value, const ValueRange& range) {
  if (!(range.high > range.low)) return map_colour(value < range.low ? 0.0 : 1.0);
  return map_colour((value - range.low) / (range.high - range.low));
}

double round_up(double value) {
  if (!(value > 0.0) || !std::isfinite(value)) return 1.0;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= value) return factor * power;
  return 10.0 * power;
}

}  // namespace muslin
