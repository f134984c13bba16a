#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/block/block_product.hpp>

namespace muslin {
BlockMatrix::BlockMatrix(BlockPattern blocks, BlockPattern scalars)
    : block_pattern_(std::move(blocks)),
      scalar_pattern_(std::move(scalars)),
      blocks_(block_pattern_.slot_count() + 1, Mat3::Zero()),
      scalars_(scalar_pattern_.slot_count(), 0.0),
      halo_(block_pattern_, scalar_pattern_),
      factor_(vertex_count()),
      product_(vertex_count()),
      halo_values_(halo_.cell_count()),
      chunk_dots_(chunk_count(vertex_count(), halo_.chunk_rows())) {}

Mat3 BlockMatrix::diagonal(VertexId i) const {
  Mat3 sum = blocks_[block_pattern_.diagonal_slot(i)];
  sum.diagonal().array() += scalars_[scalar_pattern_.diagonal_slot(i)];
  if (!couplings_.empty()) sum += couplings_.diagonal(i.index());
  return sum;
}

void BlockMatrix::set_couplings(Couplings couplings, std::vector<Vec3> positions) {
  MUSLIN_ASSERT(couplings.empty() || positions.size() == vertex_count());
  couplings_ = std::move(couplings);
  positions_ = std::move(positions);
}

void BlockMatrix::multiply_elements(std::span<const Vec3> x) const {
  parallel_for(vertex_count(), kVerticesPerChunk, [&](std::size_t i) { factor_[i] = PaddedVector(x[i]); });
  const BlockProduct product{.block_pattern = block_pattern_,
                             .scalar_pattern = scalar_pattern_,
                             .halo = halo_,
                             .blocks = blocks_.data(),
                             .scalars = scalars_.data(),
                             .x = factor_.data(),
                             .y = product_.data(),
                             .cells = halo_values_.data()};
  parallel_chunks(vertex_count(), halo_.chunk_rows(), [&](Chunk c) { product.multiply_rows(c.begin, c.end); });
  if (!couplings_.empty()) coupling_product_.compute(couplings_, x);
}

void BlockMatrix::multiply(std::span<const Vec3> x, std::span<Vec3> y) const {
  MUSLIN_ASSERT(x.size() == vertex_count() && y.size() == vertex_count() && (x.data() != y.data() || x.empty()));
  multiply_elements(x);
  parallel_for(vertex_count(), halo_.chunk_rows(), [&](std::size_t i) { y[i] = finished_row(i); });
}

double BlockMatrix::multiply_filtered(std::span<const Vec3> x, FixedMask fixed, std::span<Vec3> y) const {
  MUSLIN_ASSERT(x.size() == vertex_count() && y.size() == vertex_count() && (x.data() != y.data() || x.empty()));
  multiply_elements(x);
  parallel_chunks(vertex_count(), halo_.chunk_rows(), [&](Chunk chunk) {
    double dot = 0.0;
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      y[i] = finished_row(i);
      if (is_fixed(fixed, i)) {
        y[i].setZero();
        continue;
      }
      dot += x[i].dot(y[i]);
    }
    chunk_dots_[chunk.index] = dot;
  });
  double sum = 0.0;
  for (const double dot : chunk_dots_) sum += dot;
  return sum;
}

}  // namespace muslin
