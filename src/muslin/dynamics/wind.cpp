#include <cmath>
#include <muslin/dynamics/wind.hpp>
#include <numbers>

namespace muslin {

Vec3 wind_at(const Loads& loads, double time) {
  if (loads.gust_strength == 0.0) return loads.wind;
  // Two sines whose periods are in the golden ratio never repeat together; their sum stays in [-1, 1].
  const double phase = 2.0 * std::numbers::pi * (time + loads.gust_time) / loads.gust_period;
  const double swell = 0.6 * std::sin(phase) + 0.4 * std::sin(std::numbers::phi * phase);
  return (1.0 + loads.gust_strength * swell) * loads.wind;
}

}  // namespace muslin
