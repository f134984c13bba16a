#pragma once

namespace muslin {

/// Weights of the cubic between two values with given slopes, at u in [0, 1] of an interval of length h:
///   x(u) = x₀ + end (x₁ - x₀) + h (start_slope m₀ + end_slope m₁)
/// The cubic is written as a deviation from x₀. A constant value (x₁ = x₀, no slopes) therefore keeps its bits, and so
/// does x(0).
struct HermiteWeights {
  double end;
  double start_slope;
  double end_slope;
};

[[nodiscard]] constexpr HermiteWeights hermite_weights(double u) {
  return {.end = u * u * (3.0 - 2.0 * u), .start_slope = u * (1.0 - u) * (1.0 - u), .end_slope = -u * u * (1.0 - u)};
}

}  // namespace muslin
