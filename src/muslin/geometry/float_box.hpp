#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <muslin/core/types.hpp>
#include <muslin/math/block/float4.hpp>

namespace muslin {

/// An axis-aligned box in single precision, rounded outward: it needs half the memory, and a comparison tests twice as
/// many boxes. It is empty by default. Boxes that touch overlap.
struct FloatBox {
  static constexpr float kHuge = std::numeric_limits<float>::max();  ///< bound of a box that fills all of space
  static constexpr float kInfinity =
      std::numeric_limits<float>::infinity();  ///< bound of empty boxes, which overlap no box at all
  std::array<float, 3> low{kInfinity, kInfinity, kInfinity};
  std::array<float, 3> high{-kInfinity, -kInfinity, -kInfinity};

  void include(const FloatBox& other) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], other.low[k]);
      high[k] = std::max(high[k], other.high[k]);
    }
  }
  [[nodiscard]] bool overlaps(const FloatBox& other) const {
    bool apart = false;
    for (std::size_t k = 0; k < 3; ++k) apart |= low[k] > other.high[k] || other.low[k] > high[k];
    return !apart;
  }
  /// Returns half the surface area of a box that is not empty.
  [[nodiscard]] float half_area() const {
    const float x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
    return x * y + y * z + z * x;
  }
};

/// Returns a box around the straight path from `start` to `end`, relative to `origin` and inflated by `inflation` ≥ 0.
/// It contains every point of the exact path with the exact inflation. Proof: with m = |x - origin| + inflation, the
/// two double operations err by at most 2^-52 m, the rounding to float by 2^-24 m and the subtraction of the margin by
/// 2^-24 (m + margin); the margin is 2^-22 m. A float that underflows errs by at most 2^-150; far more is added. The
/// surplus also covers an inflation that is short by 2^-24 of itself, as half of a sum of thicknesses may be. A path
/// that is not finite in one coordinate fills all of space, in all three coordinates: an invalid number must never hide
/// a pair.
[[nodiscard]] inline FloatBox swept_box(const Vec3& start, const Vec3& end, const Vec3& origin, double inflation) {
  FloatBox box;
  const bool finite = start.allFinite() && end.allFinite();
  for (int k = 0; k < 3; ++k) {
    const double a = start[k] - origin[k], b = end[k] - origin[k];
    const double low = std::min(a, b) - inflation, high = std::max(a, b) + inflation;
    const double margin = 0x1p-22 * (std::max(std::abs(a), std::abs(b)) + inflation);
    const auto axis = static_cast<std::size_t>(k);
    if (finite && margin < 1e30) {
      constexpr float kTiny = std::numeric_limits<float>::min();
      box.low[axis] = static_cast<float>(low) - (static_cast<float>(margin) + kTiny);
      box.high[axis] = static_cast<float>(high) + (static_cast<float>(margin) + kTiny);
    } else {
      box.low[axis] = -FloatBox::kHuge;
      box.high[axis] = FloatBox::kHuge;
    }
  }
  return box;
}

/// Four boxes side by side. Unused lanes are empty.
struct alignas(16) FourBoxes {
  std::array<std::array<float, 4>, 3> low;
  std::array<std::array<float, 4>, 3> high;

  FourBoxes() {
    for (auto& axis : low) axis.fill(FloatBox::kInfinity);
    for (auto& axis : high) axis.fill(-FloatBox::kInfinity);
  }
  void set(std::size_t lane, const FloatBox& box) {
    for (std::size_t k = 0; k < 3; ++k) {
      low[k][lane] = box.low[k];
      high[k][lane] = box.high[k];
    }
  }
};

/// One box, spread over four lanes to be tested against FourBoxes.
struct BoxProbe {
  std::array<Float4, 3> low, high;

  explicit BoxProbe(const FloatBox& box)
      : low{Float4::all(box.low[0]), Float4::all(box.low[1]), Float4::all(box.low[2])},
        high{Float4::all(box.high[0]), Float4::all(box.high[1]), Float4::all(box.high[2])} {}
  BoxProbe(const FourBoxes& boxes, std::size_t lane)
      : low{Float4::all(boxes.low[0][lane]), Float4::all(boxes.low[1][lane]), Float4::all(boxes.low[2][lane])},
        high{Float4::all(boxes.high[0][lane]), Float4::all(boxes.high[1][lane]), Float4::all(boxes.high[2][lane])} {}

  /// Returns a mask whose bit i is set if the i-th box overlaps.
  [[nodiscard]] unsigned overlaps(const FourBoxes& boxes) const {
    Mask4 mask = (low[0] <= Float4::load(boxes.high[0].data())) & (Float4::load(boxes.low[0].data()) <= high[0]);
    mask = mask & (low[1] <= Float4::load(boxes.high[1].data())) & (Float4::load(boxes.low[1].data()) <= high[1]);
    mask = mask & (low[2] <= Float4::load(boxes.high[2].data())) & (Float4::load(boxes.low[2].data()) <= high[2]);
    return mask.bits();
  }
};

}  // namespace muslin
