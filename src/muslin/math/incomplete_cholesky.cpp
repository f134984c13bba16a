#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances.hpp>
#include <muslin/math/block_jacobi.hpp>
#include <muslin/math/incomplete_cholesky.hpp>
#include <muslin/math/row_ranges.hpp>

namespace muslin {
namespace {

/// Ranges are long where the matrix is large: what couples two of them is lost.
constexpr std::size_t kMostRanges = 16;
constexpr std::size_t kRangeRows = 1024;

Mat3 to_double(const std::array<float, 9>& block) {
  return Eigen::Map<const Eigen::Matrix3f>(block.data()).cast<double>();
}
void store(const Mat3& block, std::array<float, 9>& to) {
  for (int k = 0; k < 9; ++k) to[k] = static_cast<float>(block(k));
}

/// The pivots of the elimination within one block: positive if and only if the block is positive definite.
Vec3 pivots(const Mat3& a) {
  const double d0 = a(0, 0), d1 = a(1, 1) - a(1, 0) * a(1, 0) / d0;
  const double s21 = a(2, 1) - a(2, 0) * a(1, 0) / d0;
  return {d0, d1, a(2, 2) - a(2, 0) * a(2, 0) / d0 - s21 * s21 / d1};
}

}  // namespace

IncompleteCholesky::IncompleteCholesky(const BlockMatrix& matrix)
    : range_rows_(balanced_range_rows(matrix.vertex_count(), kRangeRows, kMostRanges)) {
  const BlockPattern& pattern = matrix.block_pattern();
  const std::size_t n = matrix.vertex_count();
  row_begin_.assign(1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t s = pattern.row_begin(i) + 1; s < pattern.row_end(i); ++s)
      if (pattern.column(s).index() / range_rows_ == i / range_rows_) columns_.push_back(pattern.column(s).value);
    row_begin_.push_back(static_cast<std::int32_t>(columns_.size()));
  }
  columns_.shrink_to_fit();
  upper_.resize(columns_.size());
  inverse_pivots_.resize(n);
  work_.resize(n);
}

/// The rows of A to be factored: blocks above the diagonal into upper_, the diagonal into `diagonal`.
void IncompleteCholesky::load_range(const BlockMatrix& matrix, FixedMask fixed, std::size_t begin, std::size_t end,
                                    std::vector<Mat3>& diagonal) {
  const BlockPattern& blocks = matrix.block_pattern();
  const BlockPattern& scalars = matrix.scalar_pattern();
  for (std::size_t i = begin; i < end; ++i) {
    diagonal[i - begin] += matrix.diagonal(VertexId(i));
    const auto first = static_cast<std::size_t>(row_begin_[i]), last = static_cast<std::size_t>(row_begin_[i + 1]);
    std::size_t q = scalars.row_begin(i) + 1;
    const std::size_t q_end = scalars.row_end(i);
    const auto move_to_diagonal = [&](std::size_t slot) {
      const std::size_t j = scalars.column(slot).index();
      if (j >= end || is_fixed(fixed, i) || is_fixed(fixed, j)) return;
      const double size = std::abs(matrix.scalar(slot));
      diagonal[i - begin].diagonal().array() += size;
      diagonal[j - begin].diagonal().array() += size;
    };
    for (std::size_t e = first; e < last; ++e) {
      const VertexId j(columns_[e]);
      Mat3 block = matrix.block(blocks.row_begin(i) + 1 + (e - first));
      for (; q < q_end && scalars.column(q) < j; ++q) move_to_diagonal(q);
      if (q < q_end && scalars.column(q) == j) block.diagonal().array() += matrix.scalar(q++);
      if (is_fixed(fixed, i) || is_fixed(fixed, j.index())) block.setZero();
      store(block, upper_[e]);
    }
    for (; q < q_end; ++q) move_to_diagonal(q);
  }
}

void IncompleteCholesky::factor_range(const BlockMatrix& matrix, FixedMask fixed, std::size_t begin, std::size_t end) {
  std::vector<Mat3> diagonal(end - begin, Mat3::Zero());
  load_range(matrix, fixed, begin, end, diagonal);
  for (Mat3& block : diagonal) block *= 1.0 + tolerance::kIncompleteShift;

  std::vector<Mat3> row, scaled;  // of the row being eliminated, before and after the product with D⁻¹
  for (std::size_t k = begin; k < end; ++k) {
    if (is_fixed(fixed, k)) {
      inverse_pivots_[k].fill(0.0F);
      continue;
    }
    // What was subtracted can leave nothing, or less: then the block as it was does, as in block Jacobi.
    Mat3& pivot = diagonal[k - begin];
    const Mat3 original = matrix.diagonal(VertexId(k));
    if (!(pivots(pivot).array() > tolerance::kSmallestPivot * pivots(original).array()).all()) pivot = original;
    const Mat3 inverse = safe_inverse(pivot);
    store(inverse, inverse_pivots_[k]);

    const auto first = static_cast<std::size_t>(row_begin_[k]), last = static_cast<std::size_t>(row_begin_[k + 1]);
    row.resize(last - first);
    scaled.resize(last - first);
    for (std::size_t e = first; e < last; ++e) {
      row[e - first] = to_double(upper_[e]);
      scaled[e - first].noalias() = inverse * row[e - first];
      store(scaled[e - first], upper_[e]);
    }
    // Subtract from the rows below, where they have an entry.
    for (std::size_t e = first; e < last; ++e) {
      const auto i = static_cast<std::size_t>(columns_[e]);
      diagonal[i - begin].noalias() -= row[e - first].transpose() * scaled[e - first];
      auto target = static_cast<std::size_t>(row_begin_[i]);
      const auto target_end = static_cast<std::size_t>(row_begin_[i + 1]);
      for (std::size_t f = e + 1; f < last; ++f) {
        while (target < target_end && columns_[target] < columns_[f]) ++target;
        if (target == target_end) break;
        if (columns_[target] != columns_[f]) continue;
        store(to_double(upper_[target]) - row[e - first].transpose() * scaled[f - first], upper_[target]);
      }
    }
  }
}

void IncompleteCholesky::refresh(const BlockMatrix& matrix, FixedMask fixed) {
  MUSLIN_ASSERT(matrix.vertex_count() == work_.size() && (fixed.empty() || fixed.size() == work_.size()));
  parallel_chunks(work_.size(), range_rows_, [&](Chunk range) { factor_range(matrix, fixed, range.begin, range.end); });
}

void IncompleteCholesky::apply(std::span<const Vec3> r, std::span<Vec3> z) {
  MUSLIN_ASSERT(r.size() == work_.size() && z.size() == work_.size());
  parallel_chunks(work_.size(), range_rows_, [&](Chunk range) {
    Vector* y = work_.data();
    for (std::size_t i = range.begin; i < range.end; ++i)
      for (int c = 0; c < 3; ++c) y[i][c] = static_cast<float>(r[i][c]);
    // L y = r, downwards.
    for (std::size_t k = range.begin; k < range.end; ++k) {
      const Vector yk = y[k];
      for (std::int32_t e = row_begin_[k]; e < row_begin_[k + 1]; ++e) {
        const Block& b = upper_[static_cast<std::size_t>(e)];
        Vector& yj = y[columns_[static_cast<std::size_t>(e)]];
        for (int c = 0; c < 3; ++c) yj[c] -= b[3 * c] * yk[0] + b[3 * c + 1] * yk[1] + b[3 * c + 2] * yk[2];
      }
    }
    // D Lᵀ z = y, upwards.
    for (std::size_t k = range.end; k-- > range.begin;) {
      const Block& d = inverse_pivots_[k];
      const Vector yk = y[k];
      Vector sum;
      for (int c = 0; c < 3; ++c) sum[c] = d[c] * yk[0] + d[3 + c] * yk[1] + d[6 + c] * yk[2];
      for (std::int32_t e = row_begin_[k]; e < row_begin_[k + 1]; ++e) {
        const Block& b = upper_[static_cast<std::size_t>(e)];
        const Vector zj = y[columns_[static_cast<std::size_t>(e)]];
        for (int c = 0; c < 3; ++c) sum[c] -= b[c] * zj[0] + b[3 + c] * zj[1] + b[6 + c] * zj[2];
      }
      y[k] = sum;
      z[k] = Vec3(sum[0], sum[1], sum[2]);
    }
  });
}

}  // namespace muslin
