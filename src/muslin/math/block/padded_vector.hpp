#pragma once
#include <muslin/core/types.hpp>

namespace muslin {

/// Three coordinates and a fourth number that nothing reads, so that one register of the processor holds them.
struct alignas(32) PaddedVector {
  double lane[4];

  PaddedVector() : lane{} {}
  explicit PaddedVector(const Vec3& v) : lane{v[0], v[1], v[2], 0.0} {}
  [[nodiscard]] Vec3 vector() const { return {lane[0], lane[1], lane[2]}; }
};

}  // namespace muslin
