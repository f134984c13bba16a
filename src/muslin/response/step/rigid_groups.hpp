#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Vertices that can only stop together: those of a rigid obstacle, or of a rigid patch, which keeps its shape.
struct RigidGroups {
  std::vector<std::int32_t> of_vertex;         ///< group of each vertex; -1: stops by itself
  std::vector<std::vector<VertexId>> members;  ///< of each group
};

}  // namespace muslin
