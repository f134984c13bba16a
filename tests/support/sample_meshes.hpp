#pragma once
#include <array>
#include <cstdint>
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <vector>

namespace muslin::test {

/// Options of folded_cloth().
struct FoldedClothOptions {
  int triangles = 20'000;        ///< approximate number
  int folds = 8;                 ///< number of layers; 1 makes a flat sheet
  double layer_gap = 0.004;      ///< [m]
  double edge_length = 0.01;     ///< [m]
  double wrinkle_height = 1e-4;  ///< [m]
};

/// Makes a slightly wrinkled sheet that is folded like a letter into layers: a typical input of collision detection.
[[nodiscard]] Mesh folded_cloth(const FoldedClothOptions& options = {});

/// Makes random triangles and cable segments in a unit box; some share vertices, some repeat a corner.
[[nodiscard]] Mesh random_soup(std::uint64_t seed, int vertices, int triangles, int segments);

/// Makes small triangles at random places of a unit box, crowded and without shared vertices. The i-th triangle is at
/// the place order[i]. Different orders are different positions of the same mesh, for which a tree built for the first
/// order is bad.
[[nodiscard]] Mesh confetti(std::uint64_t seed, std::span<const std::size_t> order);

/// Returns three orders of confetti: the identity; two swapped pairs, for which the tree of the first is still good
/// enough; and a random permutation, for which it is not.
[[nodiscard]] std::array<std::vector<std::size_t>, 3> confetti_orders(std::size_t size);

}  // namespace muslin::test
