#include <algorithm>
#include <muslin/math/block/block_product.hpp>
#include <muslin/math/block/vector_unit.hpp>
#if MUSLIN_HAS_AVX2_VARIANTS
#include <immintrin.h>
#endif

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

/// Sets row_sum = b x + q x for a diagonal block and number, which act on their own row only. The third sum is taken
/// from its end, as Eigen's product of a block and a vector does.
inline void set_diagonal(const double* b, double q, const double* x, double* row_sum) {
  for (int r = 0; r < 2; ++r) row_sum[r] = (b[r] * x[0] + b[3 + r] * x[1] + b[6 + r] * x[2]) + q * x[r];
  row_sum[2] = (b[2] * x[0] + (b[5] * x[1] + b[8] * x[2])) + q * x[2];
}

void multiply_portable(const BlockProduct& p, std::size_t begin, std::size_t end) {
  const VertexId* const block_columns = p.block_pattern.columns().data();
  const VertexId* const scalar_columns = p.scalar_pattern.columns().data();
  for (std::size_t i = begin; i < end; ++i) {
    const double* const xi = p.x[i].lane;
    double sum[3];
    std::size_t s = p.block_pattern.row_begin(i), q = p.scalar_pattern.row_begin(i);
    set_diagonal(p.blocks[s++].data(), p.scalars[q++], xi, sum);
    for (const std::size_t exit = p.halo.first().first_slot[i]; s < exit; ++s) {
      const std::size_t j = block_columns[s].index();
      add_block(p.blocks[s].data(), xi, p.x[j].lane, sum, p.y[j].lane);
    }
    const std::int32_t* cell = p.halo.first().cell.data() + p.halo.first().first_exit[i];
    for (const std::size_t row_end = p.block_pattern.row_end(i); s < row_end; ++s, ++cell)
      add_block(p.blocks[s].data(), xi, p.x[block_columns[s].index()].lane, sum, p.cells[*cell].lane);

    for (const std::size_t exit = p.halo.second().first_slot[i]; q < exit; ++q) {
      const std::size_t j = scalar_columns[q].index();
      add_scalar(p.scalars[q], xi, p.x[j].lane, sum, p.y[j].lane);
    }
    cell = p.halo.second().cell.data() + p.halo.second().first_exit[i];
    for (const std::size_t row_end = p.scalar_pattern.row_end(i); q < row_end; ++q, ++cell)
      add_scalar(p.scalars[q], xi, p.x[scalar_columns[q].index()].lane, sum, p.cells[*cell].lane);
    for (int r = 0; r < 3; ++r) p.y[i].lane[r] += sum[r];
  }
}

#if MUSLIN_HAS_AVX2_VARIANTS
// The fourth lane holds finite numbers without meaning: those of the next column or block, or zero.

/// Does the same as set_diagonal.
MUSLIN_AVX2 inline __m256d diagonal(const double* b, double q, const double* x) {
  const __m256d term0 = _mm256_mul_pd(_mm256_loadu_pd(b), _mm256_broadcast_sd(x)),
                term1 = _mm256_mul_pd(_mm256_loadu_pd(b + 3), _mm256_broadcast_sd(x + 1)),
                term2 = _mm256_mul_pd(_mm256_loadu_pd(b + 6), _mm256_broadcast_sd(x + 2));
  const __m256d from_start = _mm256_add_pd(_mm256_add_pd(term0, term1), term2),
                from_end = _mm256_add_pd(term0, _mm256_add_pd(term1, term2));
  constexpr int kThirdLane = 0x4;
  return _mm256_add_pd(_mm256_blend_pd(from_start, from_end, kThirdLane),
                       _mm256_mul_pd(_mm256_set1_pd(q), _mm256_load_pd(x)));
}

/// Does the same as add_block, sum by sum.
MUSLIN_AVX2 inline __m256d add_block(const double* b, __m256d xi, const double* xj, __m256d row_sum,
                                     double* column_sum) {
  const __m256d column0 = _mm256_loadu_pd(b), column1 = _mm256_loadu_pd(b + 3), column2 = _mm256_loadu_pd(b + 6);
  const __m256d row = _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(column0, _mm256_broadcast_sd(xj)),
                                                  _mm256_mul_pd(column1, _mm256_broadcast_sd(xj + 1))),
                                    _mm256_mul_pd(column2, _mm256_broadcast_sd(xj + 2)));
  // Lane k of product c is a term of the sum for column c. Transposing them makes three vectors of terms.
  const __m256d product0 = _mm256_mul_pd(column0, xi), product1 = _mm256_mul_pd(column1, xi),
                product2 = _mm256_mul_pd(column2, xi);
  const __m256d even = _mm256_unpacklo_pd(product0, product1), odd = _mm256_unpackhi_pd(product0, product1);
  const __m256d term0 = _mm256_permute2f128_pd(even, product2, 0x20),
                term1 = _mm256_permute2f128_pd(odd, _mm256_permute_pd(product2, 0x5), 0x20),
                term2 = _mm256_permute2f128_pd(even, product2, 0x31);
  const __m256d column = _mm256_add_pd(_mm256_add_pd(term0, term1), term2);
  _mm256_store_pd(column_sum, _mm256_add_pd(_mm256_load_pd(column_sum), column));
  return _mm256_add_pd(row_sum, row);
}

/// Does the same as add_scalar.
MUSLIN_AVX2 inline __m256d add_scalar(const double* number, __m256d xi, const double* xj, __m256d row_sum,
                                      double* column_sum) {
  const __m256d q = _mm256_broadcast_sd(number);
  _mm256_store_pd(column_sum, _mm256_add_pd(_mm256_load_pd(column_sum), _mm256_mul_pd(q, xi)));
  return _mm256_add_pd(row_sum, _mm256_mul_pd(q, _mm256_load_pd(xj)));
}

MUSLIN_AVX2 void multiply_avx2(const BlockProduct& p, std::size_t begin, std::size_t end) {
  const VertexId* const block_columns = p.block_pattern.columns().data();
  const VertexId* const scalar_columns = p.scalar_pattern.columns().data();
  for (std::size_t i = begin; i < end; ++i) {
    const __m256d xi = _mm256_load_pd(p.x[i].lane);
    std::size_t s = p.block_pattern.row_begin(i), q = p.scalar_pattern.row_begin(i);
    __m256d sum = diagonal(p.blocks[s++].data(), p.scalars[q++], p.x[i].lane);
    for (const std::size_t exit = p.halo.first().first_slot[i]; s < exit; ++s) {
      const std::size_t j = block_columns[s].index();
      sum = add_block(p.blocks[s].data(), xi, p.x[j].lane, sum, p.y[j].lane);
    }
    const std::int32_t* cell = p.halo.first().cell.data() + p.halo.first().first_exit[i];
    for (const std::size_t row_end = p.block_pattern.row_end(i); s < row_end; ++s, ++cell)
      sum = add_block(p.blocks[s].data(), xi, p.x[block_columns[s].index()].lane, sum, p.cells[*cell].lane);

    for (const std::size_t exit = p.halo.second().first_slot[i]; q < exit; ++q) {
      const std::size_t j = scalar_columns[q].index();
      sum = add_scalar(p.scalars + q, xi, p.x[j].lane, sum, p.y[j].lane);
    }
    cell = p.halo.second().cell.data() + p.halo.second().first_exit[i];
    for (const std::size_t row_end = p.scalar_pattern.row_end(i); q < row_end; ++q, ++cell)
      sum = add_scalar(p.scalars + q, xi, p.x[scalar_columns[q].index()].lane, sum, p.cells[*cell].lane);
    _mm256_store_pd(p.y[i].lane, _mm256_add_pd(_mm256_load_pd(p.y[i].lane), sum));
  }
}
#endif

}  // namespace

void BlockProduct::multiply_rows(std::size_t begin, std::size_t end) const {
  std::fill(y + begin, y + end, PaddedVector());
  const std::size_t chunk = begin / halo.chunk_rows();
  std::fill(cells + halo.cell_begin(chunk), cells + halo.cell_begin(chunk + 1), PaddedVector());
#if MUSLIN_HAS_AVX2_VARIANTS
  if (vector_unit() == VectorUnit::avx2) return multiply_avx2(*this, begin, end);
#endif
  multiply_portable(*this, begin, end);
}

}  // namespace muslin
