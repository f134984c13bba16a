#pragma once
#include <array>
#include <muslin/core/types.hpp>

namespace muslin {

/// A spring between two elements in contact, which acts during one step. With the gap vector g = Σ cᵢ xᵢ and the normal
/// n,
///   force on vertex i  cᵢ (stiffness (rest_gap - n·g) n - damping (I - n nᵀ) ġ).
struct ContactSpring {
  std::array<VertexId, 4> vertex;
  std::array<double, 4> weight = {};  ///< c, with sum 0
  Vec3 normal = Vec3::UnitZ();
  double rest_gap = 0.0;   ///< [m]
  double stiffness = 0.0;  ///< [N/m]
  double damping = 0.0;    ///< [N s/m] against sliding: linearised friction
};

}  // namespace muslin
