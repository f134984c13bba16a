#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/math/direct/sparse_cholesky.hpp>
#include <muslin/math/direct/sparse_ldlt.hpp>

namespace muslin {

struct SparseCholesky::Factor {
  LowerPattern lower;  // lower triangle by columns = upper triangle by rows of BlockMatrix
  SparseLdlt ldlt;
  std::vector<double> values;
  std::vector<std::uint8_t> fixed;  // mask of the matrix last factorised
  bool ready = false;
  std::vector<double> solution;
  std::vector<Vec3> prescribed, pull;
};

SparseCholesky::SparseCholesky(const BlockMatrix& matrix) : factor_(std::make_unique<Factor>()) {
  const std::size_t n = matrix.vertex_count();
  const BlockPattern& blocks = matrix.block_pattern();
  const BlockPattern& scalars = matrix.scalar_pattern();
  std::vector<std::int32_t> neighbours;
  factor_->lower.column_begin.push_back(0);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      neighbours.clear();
      for (std::size_t s = blocks.row_begin(i); s < blocks.row_end(i); ++s)
        for (int c = 0; c < 3; ++c) neighbours.push_back(3 * blocks.column(s).value + c);
      for (std::size_t q = scalars.row_begin(i); q < scalars.row_end(i); ++q)
        neighbours.push_back(3 * scalars.column(q).value + k);
      const auto diagonal = static_cast<std::int32_t>(3 * i) + k;
      neighbours.push_back(diagonal);
      std::sort(neighbours.begin(), neighbours.end());
      const auto end = std::unique(neighbours.begin(), neighbours.end());
      const auto begin = std::lower_bound(neighbours.begin(), end, diagonal);
      factor_->lower.row.insert(factor_->lower.row.end(), begin, end);
      factor_->lower.column_begin.push_back(static_cast<std::int32_t>(factor_->lower.row.size()));
    }
  factor_->ldlt = SparseLdlt(factor_->lower);
  factor_->values.resize(factor_->lower.row.size());
  factor_->solution.resize(3 * n);
}

SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

bool SparseCholesky::factorise(const BlockMatrix& matrix, FixedMask fixed) {
  Factor& f = *factor_;
  const std::size_t n = matrix.vertex_count();
  MUSLIN_ASSERT(f.lower.size() == 3 * n && (fixed.empty() || fixed.size() == n));
  f.fixed.assign(fixed.begin(), fixed.end());
  const BlockPattern& blocks = matrix.block_pattern();
  const BlockPattern& scalars = matrix.scalar_pattern();

  // Column 3i+k of the lower triangle contains, in ascending order, the entries of row i of both patterns, so the loop
  // walks through all three together.
  bool finite = true;
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) {
      std::size_t s = blocks.row_begin(i), q = scalars.row_begin(i);
      const std::size_t column = 3 * i + static_cast<std::size_t>(k);
      for (auto entry = static_cast<std::size_t>(f.lower.column_begin[column]);
           entry < static_cast<std::size_t>(f.lower.column_begin[column + 1]); ++entry) {
        const VertexId j(f.lower.row[entry] / 3);
        const auto c = f.lower.row[entry] % 3;
        while (s < blocks.row_end(i) && blocks.column(s) < j) ++s;
        while (q < scalars.row_end(i) && scalars.column(q) < j) ++q;
        double value = 0.0;
        if (s < blocks.row_end(i) && blocks.column(s) == j) value += matrix.block(s)(k, c);
        if (c == k && q < scalars.row_end(i) && scalars.column(q) == j) value += matrix.scalar(q);
        if (is_fixed(fixed, i) || is_fixed(fixed, j.index())) value = i == j.index() && c == k ? 1.0 : 0.0;
        finite = finite && std::isfinite(value);
        f.values[entry] = value;
      }
    }
  }
  f.ready = finite;
  if (!f.ready || n == 0) return f.ready;
  f.ready = f.ldlt.factorise(f.values) && f.ldlt.is_positive();
  return f.ready;
}

void SparseCholesky::solve(const BlockMatrix& matrix, std::span<const Vec3> b, std::span<Vec3> x) {
  Factor& f = *factor_;
  const std::size_t n = matrix.vertex_count();
  MUSLIN_ASSERT(f.ready && b.size() == n && x.size() == n && f.lower.size() == 3 * n);
  if (n == 0) return;
  const FixedMask fixed = f.fixed;
  f.prescribed.assign(n, Vec3::Zero());
  f.pull.assign(n, Vec3::Zero());
  bool moved = false;
  for (std::size_t i = 0; i < n; ++i) {
    if (!is_fixed(fixed, i)) continue;
    f.prescribed[i] = x[i];
    moved = moved || !x[i].isZero(0.0);
  }
  if (moved) matrix.multiply(f.prescribed, f.pull);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto c = static_cast<Eigen::Index>(k);
      f.solution[3 * i + k] = is_fixed(fixed, i) ? 0.0 : b[i][c] - f.pull[i][c];
    }
  f.ldlt.solve(f.solution);
  for (std::size_t i = 0; i < n; ++i)
    if (!is_fixed(fixed, i)) x[i] = Vec3(f.solution[3 * i], f.solution[3 * i + 1], f.solution[3 * i + 2]);
}

std::size_t SparseCholesky::factor_entries() const { return factor_->ready ? factor_->ldlt.factor_entries() : 0; }

}  // namespace muslin
