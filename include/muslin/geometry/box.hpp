#pragma once
#include <limits>
#include <muslin/core/types.hpp>

namespace muslin {

/// A closed axis-aligned box. A default box is empty and overlaps nothing.
struct Box {
  Vec3 lower = Vec3::Constant(std::numeric_limits<double>::infinity());   ///< smallest coordinates [m]
  Vec3 upper = Vec3::Constant(-std::numeric_limits<double>::infinity());  ///< largest coordinates [m]

  /// Enlarges the box until it contains a point.
  void include(const Vec3& point) {
    lower = lower.cwiseMin(point);
    upper = upper.cwiseMax(point);
  }
  /// Enlarges the box until it contains another box. An empty box changes nothing.
  void include(const Box& box) {
    lower = lower.cwiseMin(box.lower);
    upper = upper.cwiseMax(box.upper);
  }

  /// Returns whether the boxes overlap. Boxes that touch overlap. The test uses no arithmetic, hence it is exact.
  [[nodiscard]] bool overlaps(const Box& box) const {
    return lower[0] <= box.upper[0] && box.lower[0] <= upper[0] && lower[1] <= box.upper[1] &&
           box.lower[1] <= upper[1] && lower[2] <= box.upper[2] && box.lower[2] <= upper[2];
  }

  /// Returns the centre of a box that is not empty [m]. Coordinates are halved before they are added: the sum of two
  /// large coordinates may overflow, but their mean must not.
  [[nodiscard]] Vec3 centre() const { return 0.5 * lower + 0.5 * upper; }
};

}  // namespace muslin
