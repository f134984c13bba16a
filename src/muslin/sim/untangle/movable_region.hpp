#pragma once
#include <muslin/sim/untangle/tangle_world.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The vertices that untangling may move: those near the tangles, without scripted ones. What moves rigidly is in the
/// region with all its vertices, or not at all.
class MovableRegion {
 public:
  /// A ball about a point.
  struct Ball {
    Vec3 centre;          ///< [m]
    double radius = 0.0;  ///< [m]
  };

  /// The world must outlive the region, which is empty at first. `position` is that of the start [m].
  MovableRegion(const TangleWorld& world, std::span<const Vec3> position)
      : world_(&world), position_(position.begin(), position.end()), is_movable_(position.size(), 0) {}

  /// Adds what is within the balls at the start. Returns whether there was anything to add.
  bool add(std::span<const Ball> balls);
  /// Adds marked vertices and what is within `radius` [m] around them at the start, if a marked one is new.
  bool add(std::span<const VertexId> vertices, double radius);

  [[nodiscard]] std::span<const std::uint8_t> is_movable() const { return is_movable_; }

 private:
  const TangleWorld* world_;
  std::vector<Vec3> position_;
  std::vector<std::uint8_t> is_movable_;
};

}  // namespace muslin
