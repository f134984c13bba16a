#pragma once
#include <array>
#include <cmath>
#include <muslin/core/types.hpp>
#include <numbers>

namespace muslin {

/// Returns N points spread evenly over the unit disc on a sunflower spiral [Vogel79], rotated by an angle.
template <std::size_t N>
[[nodiscard]] std::array<Vec2, N> spiral(double rotation_rad = 0.0) {
  constexpr double kGoldenAngle = std::numbers::pi * 2.0 * (2.0 - std::numbers::phi);
  std::array<Vec2, N> points;
  for (std::size_t i = 0; i < N; ++i) {
    const double radius = std::sqrt((static_cast<double>(i) + 0.5) / static_cast<double>(N));
    const double angle = rotation_rad + kGoldenAngle * static_cast<double>(i);
    points[i] = radius * Vec2(std::cos(angle), std::sin(angle));
  }
  return points;
}

}  // namespace muslin
