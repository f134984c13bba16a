#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace muslin::test {

/// The largest values and the sums over all steps of a simulation.
struct Extremes {
  double strain = 0.0, speed = 0.0, lag = 0.0;                 ///< largest
  double kinetic = 0.0, elastic = 0.0, energy = 0.0;           ///< largest, and the largest sum of both [J]
  std::int64_t contacts = 0, proximities = 0, over_limit = 0;  ///< sums
  std::int64_t most_substeps = 0;
  int retries = 0, steps = 0;
};

/// Simulates the first frames of a scene, with the response of the scene if none is named. Expects that it neither
/// diverges nor ends in a pinch.
[[nodiscard]] Extremes simulate(std::string_view text, int frames, const std::string& response = {});

}  // namespace muslin::test
