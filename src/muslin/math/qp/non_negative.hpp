#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace muslin {

/// What BoundedMinimiser looks for: numbers that are not negative, and what each is to make up for.
struct NonNegative {
  static constexpr bool kCanGrow = true;
  std::span<const double> violation;

  [[nodiscard]] double defect(std::size_t i, double change) const { return change - violation[i]; }
  [[nodiscard]] double at_rest(std::size_t i) const { return -violation[i]; }
  [[nodiscard]] static double part(std::size_t, double value) { return value; }
  static bool project(std::size_t, double& value) {
    const bool at_boundary = !(value > 0.0);
    if (at_boundary) value = 0.0;
    return at_boundary;
  }
  [[nodiscard]] static double room(std::size_t, double value, double d) {
    return d > 0.0 ? value / d : std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] std::pair<double, double> scale() const {
    double largest = 0.0, squares = 0.0;
    for (const double value : violation) {
      largest = std::max(largest, std::abs(value));
      squares += value * value;
    }
    return {largest, std::sqrt(squares)};
  }
};

}  // namespace muslin
