#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <muslin/core/assert.hpp>
#include <muslin/math/sparse_cholesky.hpp>

namespace muslin {

struct SparseCholesky::Factor {
  Eigen::SparseMatrix<double> lower;  // lower triangle by columns = upper triangle by rows, as BlockMatrix has it
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Lower> ldlt;
  std::vector<std::uint8_t> fixed;  // of the values factorised
  bool ready = false;
  Eigen::VectorXd right_side, solution;
  std::vector<Vec3> prescribed, pull;
};

SparseCholesky::SparseCholesky(const BlockMatrix& matrix) : factor_(std::make_unique<Factor>()) {
  const std::size_t n = matrix.vertex_count();
  const BlockPattern& blocks = matrix.block_pattern();
  const BlockPattern& scalars = matrix.scalar_pattern();
  const auto size = static_cast<Eigen::Index>(3 * n);
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](VertexId row, VertexId column, int i, int j) {
    if (row != column || i <= j) entries.emplace_back(3 * column.value + j, 3 * row.value + i, 1.0);
  };
  for (std::size_t s = 0; s < blocks.slot_count(); ++s)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) add(blocks.row(s), blocks.column(s), i, j);
  for (std::size_t s = 0; s < scalars.slot_count(); ++s)
    for (int i = 0; i < 3; ++i) add(scalars.row(s), scalars.column(s), i, i);
  factor_->lower.resize(size, size);
  factor_->lower.setFromTriplets(entries.begin(), entries.end());
  if (n > 0) factor_->ldlt.analyzePattern(factor_->lower);
  factor_->right_side.resize(size);
}

SparseCholesky::~SparseCholesky() = default;
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;

bool SparseCholesky::factorise(const BlockMatrix& matrix, FixedMask fixed) {
  Factor& f = *factor_;
  const std::size_t n = matrix.vertex_count();
  MUSLIN_ASSERT(static_cast<std::size_t>(f.lower.cols()) == 3 * n && (fixed.empty() || fixed.size() == n));
  f.fixed.assign(fixed.begin(), fixed.end());
  const BlockPattern& blocks = matrix.block_pattern();
  const BlockPattern& scalars = matrix.scalar_pattern();

  // Column 3i+k of the lower triangle holds, in ascending order, the entries of row i of both patterns: walk all three
  // together.
  bool finite = true;
  for (std::size_t i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) {
      std::size_t s = blocks.row_begin(i), q = scalars.row_begin(i);
      for (Eigen::SparseMatrix<double>::InnerIterator entry(f.lower, static_cast<Eigen::Index>(3 * i) + k); entry;
           ++entry) {
        const VertexId j(static_cast<std::int32_t>(entry.row() / 3));
        const auto c = entry.row() % 3;
        while (s < blocks.row_end(i) && blocks.column(s) < j) ++s;
        while (q < scalars.row_end(i) && scalars.column(q) < j) ++q;
        double value = 0.0;
        if (s < blocks.row_end(i) && blocks.column(s) == j) value += matrix.block(s)(k, c);
        if (c == k && q < scalars.row_end(i) && scalars.column(q) == j) value += matrix.scalar(q);
        if (is_fixed(fixed, i) || is_fixed(fixed, j.index())) value = i == j.index() && c == k ? 1.0 : 0.0;
        finite = finite && std::isfinite(value);
        entry.valueRef() = value;
      }
    }
  }
  f.ready = finite;
  if (!f.ready || n == 0) return f.ready;
  f.ldlt.factorize(f.lower);
  // Eigen reports a zero pivot only; a negative one means as much here.
  f.ready = f.ldlt.info() == Eigen::Success && f.ldlt.vectorD().allFinite() && f.ldlt.vectorD().minCoeff() > 0.0;
  return f.ready;
}

void SparseCholesky::solve(const BlockMatrix& matrix, std::span<const Vec3> b, std::span<Vec3> x) {
  Factor& f = *factor_;
  const std::size_t n = matrix.vertex_count();
  MUSLIN_ASSERT(f.ready && b.size() == n && x.size() == n && static_cast<std::size_t>(f.lower.cols()) == 3 * n);
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
    f.right_side.segment<3>(static_cast<Eigen::Index>(3 * i)) =
        is_fixed(fixed, i) ? Vec3(Vec3::Zero()) : Vec3(b[i] - f.pull[i]);
  f.solution = f.ldlt.solve(f.right_side);
  for (std::size_t i = 0; i < n; ++i)
    if (!is_fixed(fixed, i)) x[i] = f.solution.segment<3>(static_cast<Eigen::Index>(3 * i));
}

std::size_t SparseCholesky::factor_entries() const {
  return factor_->ready && factor_->lower.cols() > 0
             ? static_cast<std::size_t>(factor_->ldlt.matrixL().nestedExpression().nonZeros())
             : 0;
}

}  // namespace muslin
