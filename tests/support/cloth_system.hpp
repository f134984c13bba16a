#pragma once
#include <cstdint>
#include <muslin/math/block/block_matrix.hpp>
#include <vector>

namespace muslin::test {

/// A crumpled square sheet of cotton at one implicit step: a typical input of the linear solvers.
struct ClothSystemOptions {
  int vertices_per_side = 20;
  double size = 1.0;           ///< [m]
  double step = 0.005;         ///< Δt [s]
  double stretch = 3000.0;     ///< [N/m]; shear is 60 N/m
  double bending = 8e-6;       ///< [N m]
  double random_shift = 0.02;  ///< random shift of the vertices relative to the edge length; about the resulting strain
  std::uint64_t seed = 1;
};

/// The linear system of one implicit step.
struct ClothSystem {
  BlockMatrix matrix;               ///< M + (Δt² + 0.001 s Δt) K [kg]
  std::vector<Vec3> right_side;     ///< Δt (gravity + elastic forces) [kg m/s]
  std::vector<std::uint8_t> fixed;  ///< nonzero at two corners
};

[[nodiscard]] ClothSystem make_cloth_system(const ClothSystemOptions& options);

}  // namespace muslin::test
