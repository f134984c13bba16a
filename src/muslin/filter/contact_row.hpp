#pragma once
#include <array>
#include <muslin/core/types.hpp>

namespace muslin {

/// A contact as the projection sees it: n · Σ wⱼ xⱼ ≥ gap.
struct ContactRow {
  std::array<VertexId, 4> vertex;
  std::array<double, 4> weight = {};  ///< of vertices; they sum to 0
  Vec3 normal = Vec3::Zero();
  double gap = 0.0;  ///< [m]
};

}  // namespace muslin
