#pragma once
#include <cstdint>
#include <muslin/math/block/block_matrix.hpp>
#include <vector>

namespace muslin::test {

/// A square sheet of cotton, crumpled, at one implicit step: what the linear solvers are for.
struct ClothSystemOptions {
  int vertices_per_side = 20;
  double size = 1.0;           ///< [m]
  double step = 0.005;         ///< Δt [s]
  double stretch = 3000.0;     ///< [N/m]; shear is 60 N/m
  double bending = 8e-6;       ///< [N m]
  double random_shift = 0.02;  ///< of the vertices, of the length of an edge: about the strain it makes
  std::uint64_t seed = 1;
};

struct ClothSystem {
  BlockMatrix matrix;               ///< M + (Δt² + 0.001 s Δt) K [kg]
  std::vector<Vec3> right_side;     ///< Δt (gravity + elastic forces) [kg m/s]
  std::vector<std::uint8_t> fixed;  ///< two corners
};

[[nodiscard]] ClothSystem make_cloth_system(const ClothSystemOptions& options);

}  // namespace muslin::test
