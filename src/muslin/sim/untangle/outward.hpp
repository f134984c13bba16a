#pragma once
#include <muslin/sim/untangle/tangle_world.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Returns the unit normals of the vertices of obstacles that point outwards, whichever way their faces are oriented;
/// zero for all other vertices.
[[nodiscard]] std::vector<Vec3> outward_normals(const TangleWorld& world, std::span<const Vec3> position);

/// Says which side of two layers is the outer one: by Body::layer, and closed obstacles are the innermost layer.
class OuterSide {
 public:
  OuterSide(const TangleWorld& world, std::span<const Vec3> position);

  /// Returns the side of a layer (1: front, -1: back) on which another layer belongs; 0 if their bodies say nothing.
  /// `body` is that of the other layer; `of_body` and `normal` are those of the layer whose side is asked for, and
  /// `other_normal` is that of the other layer. `point` is where they meet [m].
  [[nodiscard]] double side(std::int32_t body, std::int32_t of_body, const Vec3& point, const Vec3& normal,
                            const Vec3& other_normal) const;

 private:
  [[nodiscard]] bool is_below(std::size_t body, std::size_t other) const;
  [[nodiscard]] Vec3 outward(const Vec3& point, const Vec3& lower_normal) const;

  const TangleWorld* world_;
  std::vector<Vec3> position_;           ///< of the vertices of obstacles [m]
  std::vector<Vec3> normal_;             ///< their outward normals
  std::vector<std::uint8_t> is_closed_;  ///< per body: whether it is an obstacle with an inside
};

}  // namespace muslin
