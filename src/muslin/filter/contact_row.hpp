#pragma once
#include <array>
#include <muslin/core/types.hpp>

namespace muslin {

/// A contact as a linear inequality of the projection: n · Σ wⱼ xⱼ ≥ gap.
struct ContactRow {
  std::array<VertexId, 4> vertex;
  std::array<double, 4> weight = {};  ///< of the vertices; their sum is 0
  Vec3 normal = Vec3::Zero();
  double gap = 0.0;  ///< [m]
};

}  // namespace muslin
