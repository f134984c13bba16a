#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <muslin/core/types.hpp>

namespace muslin::test {

/// Random numbers (SplitMix64) that are the same with every compiler and library, unlike std::uniform_*_distribution. A
/// test that fails names the seed that reproduces it.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  ///< in [0, 1)
  double uniform(double low, double high) { return low + (high - low) * unit(); }
  /// Returns any whole number from low to high, both included.
  int integer(int low, int high) { return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1)); }
  bool chance(double probability) { return unit() < probability; }
  Vec3 in_box(double half_size) {
    const double x = uniform(-half_size, half_size), y = uniform(-half_size, half_size);
    return {x, y, uniform(-half_size, half_size)};
  }
  Vec3 direction() {
    for (;;) {
      const Vec3 v = in_box(1.0);
      const double length = v.norm();
      if (length > 0.1 && length <= 1.0) return v / length;
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace muslin::test
