#pragma once
#include <array>
#include <cstdint>
#include <muslin/geometry/mesh.hpp>
#include <span>
#include <vector>

namespace muslin::test {

struct FoldedClothOptions {
  int triangles = 20'000;        ///< about this many
  int folds = 8;                 ///< layers; 1: flat
  double layer_gap = 0.004;      ///< [m]
  double edge_length = 0.01;     ///< [m]
  double wrinkle_height = 1e-4;  ///< [m]
};

/// A sheet folded like a letter into layers on top of each other, a little wrinkled: what collision detection is for.
[[nodiscard]] Mesh folded_cloth(const FoldedClothOptions& options = {});

/// Triangles and cable segments thrown into a unit box; some share vertices, some repeat a corner.
[[nodiscard]] Mesh random_soup(std::uint64_t seed, int vertices, int triangles, int segments);

/// Small triangles at random places of a unit box, crowded; they share no vertex. The i-th lies at the place of the
/// order[i]-th: other orders are other positions of the same mesh, for which a tree over the first is a bad one.
[[nodiscard]] Mesh confetti(std::uint64_t seed, std::span<const std::size_t> order);

/// Three orders of confetti: all in place; two pairs swapped, for which the tree of the first is still good enough; and
/// all mixed, for which it is not.
[[nodiscard]] std::array<std::vector<std::size_t>, 3> confetti_orders(std::size_t size);

}  // namespace muslin::test
