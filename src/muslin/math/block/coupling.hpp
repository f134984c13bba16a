#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/math/block/symmetric_block.hpp>

namespace muslin {

/// Adds (c cᵀ) ⊗ B to a matrix over the vertices. This is the matrix of a spring between two points, each a weighted
/// mean of up to three vertices. Entries with weight 0 are ignored.
struct Coupling {
  std::array<VertexId, 4> vertex;
  std::array<double, 4> weight = {};  ///< c
  SymmetricBlock block;               ///< B, positive semidefinite
};

}  // namespace muslin
