#pragma once
#include <muslin/math/block/block_matrix.hpp>
#include <tests/support/random.hpp>
#include <vector>

namespace muslin::test {

/// Returns a matrix with random blocks and scalars on random pairs. It is diagonally dominant and therefore positive
/// definite.
[[nodiscard]] inline BlockMatrix random_matrix(std::size_t vertices, int block_pairs, int scalar_pairs,
                                               Random& random) {
  const auto pairs = [&](int count) {
    std::vector<VertexPair> list;
    for (int k = 0; k < count && vertices > 0; ++k) {
      const int last = static_cast<int>(vertices) - 1;
      const VertexId a(random.integer(0, last)), b(random.integer(0, last));
      list.push_back({a, b});
    }
    return list;
  };
  const std::vector<VertexPair> near = pairs(block_pairs), wide = pairs(scalar_pairs);
  BlockMatrix matrix(BlockPattern(vertices, near), BlockPattern(vertices, wide));
  const BlockPattern& blocks = matrix.block_pattern();
  std::vector<double> weight(vertices, 0.1);
  for (std::size_t s = 0; s < blocks.slot_count(); ++s) {
    if (blocks.row(s) == blocks.column(s)) continue;
    for (int k = 0; k < 9; ++k) matrix.block(s)(k) = random.uniform(-1, 1);
    weight[blocks.row(s).index()] += 3.0;
    weight[blocks.column(s).index()] += 3.0;
  }
  const BlockPattern& scalars = matrix.scalar_pattern();
  for (std::size_t s = 0; s < scalars.slot_count(); ++s) {
    if (scalars.row(s) == scalars.column(s)) continue;
    matrix.scalar(s) = random.uniform(-1, 1);
    weight[scalars.row(s).index()] += 1.0;
    weight[scalars.column(s).index()] += 1.0;
  }
  for (std::size_t i = 0; i < vertices; ++i) {
    const Vec3 v = random.in_box(1.0);
    matrix.block(blocks.diagonal_slot(VertexId(i))) = 0.5 * weight[i] * Mat3::Identity() + v * v.transpose();
    matrix.scalar(scalars.diagonal_slot(VertexId(i))) = 0.5 * weight[i];
  }
  return matrix;
}

[[nodiscard]] inline std::vector<Vec3> random_vectors(std::size_t count, Random& random) {
  std::vector<Vec3> vectors;
  for (std::size_t i = 0; i < count; ++i) vectors.push_back(random.in_box(1.0));
  return vectors;
}

}  // namespace muslin::test
