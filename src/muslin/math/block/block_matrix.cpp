#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/math/block/block_matrix.hpp>

namespace muslin {
namespace {

/// Applies one stored block above the diagonal: row_sum += b xj and column_sum += bᵀ xi.
inline void add_block(const double* b, const double* xi, const double* xj, double* row_sum, double* column_sum) {
  for (int r = 0; r < 3; ++r) row_sum[r] += b[r] * xj[0] + b[3 + r] * xj[1] + b[6 + r] * xj[2];
  for (int c = 0; c < 3; ++c) column_sum[c] += b[3 * c] * xi[0] + b[3 * c + 1] * xi[1] + b[3 * c + 2] * xi[2];
}

inline void add_scalar(double q, const double* xi, const double* xj, double* row_sum, double* column_sum) {
  for (int r = 0; r < 3; ++r) row_sum[r] += q * xj[r];
  for (int c = 0; c < 3; ++c) column_sum[c] += q * xi[c];
}

}  // namespace

BlockMatrix::BlockMatrix(BlockPattern blocks, BlockPattern scalars)
    : block_pattern_(std::move(blocks)),
      scalar_pattern_(std::move(scalars)),
      blocks_(block_pattern_.slot_count(), Mat3::Zero()),
      scalars_(scalar_pattern_.slot_count(), 0.0),
      halo_(block_pattern_, scalar_pattern_),
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

void BlockMatrix::multiply_chunk(std::size_t chunk, const Vec3* x, Vec3* y) const {
  const std::size_t begin = chunk * halo_.chunk_rows(), end = std::min(vertex_count(), begin + halo_.chunk_rows());
  std::fill(y + begin, y + end, Vec3::Zero());
  std::fill(halo_values_.begin() + static_cast<std::ptrdiff_t>(halo_.cell_begin(chunk)),
            halo_values_.begin() + static_cast<std::ptrdiff_t>(halo_.cell_begin(chunk + 1)), Vec3::Zero());
  const VertexId* block_columns = block_pattern_.columns().data();
  const VertexId* scalar_columns = scalar_pattern_.columns().data();
  Vec3* halo = halo_values_.data();

  for (std::size_t i = begin; i < end; ++i) {
    const Vec3 xi = x[i];
    // The diagonal acts once, on its own row.
    std::size_t s = block_pattern_.row_begin(i), q = scalar_pattern_.row_begin(i);
    Vec3 sum = blocks_[s] * xi + scalars_[q] * xi;

    for (++s; s < static_cast<std::size_t>(halo_.first().first_slot[i]); ++s) {
      const std::size_t j = block_columns[s].index();
      add_block(blocks_[s].data(), xi.data(), x[j].data(), sum.data(), y[j].data());
    }
    const std::int32_t* cell = halo_.first().cell.data() + halo_.first().first_exit[i];
    for (const std::size_t row_end = block_pattern_.row_end(i); s < row_end; ++s, ++cell)
      add_block(blocks_[s].data(), xi.data(), x[block_columns[s].index()].data(), sum.data(), halo[*cell].data());

    for (++q; q < static_cast<std::size_t>(halo_.second().first_slot[i]); ++q) {
      const std::size_t j = scalar_columns[q].index();
      add_scalar(scalars_[q], xi.data(), x[j].data(), sum.data(), y[j].data());
    }
    cell = halo_.second().cell.data() + halo_.second().first_exit[i];
    for (const std::size_t row_end = scalar_pattern_.row_end(i); q < row_end; ++q, ++cell)
      add_scalar(scalars_[q], xi.data(), x[scalar_columns[q].index()].data(), sum.data(), halo[*cell].data());
    y[i] += sum;
  }
}

void BlockMatrix::multiply(std::span<const Vec3> x, std::span<Vec3> y) const {
  MUSLIN_ASSERT(x.size() == vertex_count() && y.size() == vertex_count() && (x.data() != y.data() || x.empty()));
  parallel_chunks(vertex_count(), halo_.chunk_rows(), [&](Chunk c) { multiply_chunk(c.index, x.data(), y.data()); });
  if (!couplings_.empty()) coupling_product_.compute(couplings_, x);
  parallel_for(vertex_count(), halo_.chunk_rows(), [&](std::size_t i) { finish_row(i, y[i]); });
}

double BlockMatrix::multiply_filtered(std::span<const Vec3> x, FixedMask fixed, std::span<Vec3> y) const {
  MUSLIN_ASSERT(x.size() == vertex_count() && y.size() == vertex_count() && (x.data() != y.data() || x.empty()));
  parallel_chunks(vertex_count(), halo_.chunk_rows(), [&](Chunk c) { multiply_chunk(c.index, x.data(), y.data()); });
  if (!couplings_.empty()) coupling_product_.compute(couplings_, x);
  parallel_chunks(vertex_count(), halo_.chunk_rows(), [&](Chunk chunk) {
    double dot = 0.0;
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      finish_row(i, y[i]);
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
