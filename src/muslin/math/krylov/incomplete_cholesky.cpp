#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/krylov/block_jacobi.hpp>
#include <muslin/math/krylov/factor_solve.hpp>
#include <muslin/math/krylov/incomplete_cholesky.hpp>

namespace muslin {
namespace {

using Tall = Eigen::Matrix<float, 4, 3>;

Mat3 to_double(const std::array<float, 9>& block) {
  return Eigen::Map<const Eigen::Matrix3f>(block.data()).cast<double>();
}
void store(const Mat3& block, std::array<float, 9>& to) {
  for (int k = 0; k < 9; ++k) to[k] = static_cast<float>(block(k));
}

/// Returns the pivots of the elimination within one block. They are positive if and only if the block is positive
/// definite.
Vec3 pivots(const Mat3& a) {
  const double d0 = a(0, 0), d1 = a(1, 1) - a(1, 0) * a(1, 0) / d0;
  const double s21 = a(2, 1) - a(2, 0) * a(1, 0) / d0;
  return {d0, d1, a(2, 2) - a(2, 0) * a(2, 0) / d0 - s21 * s21 / d1};
}

}  // namespace

IncompleteCholesky::IncompleteCholesky(const BlockMatrix& matrix) { cut(parts_by_index(matrix.vertex_count())); }

void IncompleteCholesky::cut(RowParts parts) {
  parts_.resize(parts.size());
  places_.clear();
  for (std::size_t p = 0; p < parts.size(); ++p) {
    parts_[p].vertices = std::move(parts[p]);
    const std::vector<std::int32_t>& vertices = parts_[p].vertices;
    places_.resize(places_.size() + vertices.size());
    parts_[p].work.resize(vertices.size());
    parts_[p].inverse_pivots.resize(vertices.size() + 1);
  }
  for (std::size_t p = 0; p < parts_.size(); ++p)
    for (std::size_t k = 0; k < parts_[p].vertices.size(); ++k)
      places_[static_cast<std::size_t>(parts_[p].vertices[k])] = {static_cast<std::int32_t>(p),
                                                                  static_cast<std::int32_t>(k)};
}

/// Loads the rows of A to be factored: blocks above the diagonal into `upper`, the diagonal into `diagonal`.
void IncompleteCholesky::load(const BlockMatrix& matrix, const CouplingBlocks& couplings, FixedMask fixed,
                              Part& part) const {
  const BlockPattern& blocks = matrix.block_pattern();
  const BlockPattern& scalars = matrix.scalar_pattern();
  const auto index = static_cast<std::int32_t>(&part - parts_.data());
  part.row_begin.assign(1, 0);
  part.columns.clear();
  part.upper.clear();
  part.diagonal.assign(part.vertices.size(), Mat3::Zero());
  constexpr std::int32_t kEnd = std::numeric_limits<std::int32_t>::max();
  for (std::size_t k = 0; k < part.vertices.size(); ++k) {
    const auto i = static_cast<std::size_t>(part.vertices[k]);
    part.diagonal[k] += matrix.diagonal(VertexId(i));
    std::size_t s = blocks.row_begin(i) + 1, q = scalars.row_begin(i) + 1;
    const std::span<const CouplingBlocks::Entry> coupled = couplings.row(i);
    std::size_t c = 0;
    while (!is_fixed(fixed, i)) {
      // Find the next column that has an entry of any kind.
      const std::int32_t block_column = s < blocks.row_end(i) ? blocks.column(s).value : kEnd,
                         scalar_column = q < scalars.row_end(i) ? scalars.column(q).value : kEnd,
                         coupled_column = c < coupled.size() ? coupled[c].column : kEnd;
      const std::int32_t column = std::min({block_column, scalar_column, coupled_column});
      if (column == kEnd) break;
      const auto j = static_cast<std::size_t>(column);
      const bool is_kept = places_[j].part == index && !is_fixed(fixed, j);
      if (is_kept && column != block_column && column != coupled_column) {
        const double size = std::abs(matrix.scalar(q));
        part.diagonal[k].diagonal().array() += size;
        part.diagonal[static_cast<std::size_t>(places_[j].row)].diagonal().array() += size;
      } else if (is_kept) {
        Mat3 block = column == block_column ? matrix.block(s) : Mat3(Mat3::Zero());
        if (column == scalar_column) block.diagonal().array() += matrix.scalar(q);
        if (column == coupled_column) block += coupled[c].block.matrix();
        part.columns.push_back(places_[j].row);
        store(block, part.upper.emplace_back());
      }
      s += column == block_column ? 1 : 0;
      q += column == scalar_column ? 1 : 0;
      c += column == coupled_column ? 1 : 0;
    }
    part.row_begin.push_back(static_cast<std::int32_t>(part.columns.size()));
  }
  part.upper.emplace_back();
}

void IncompleteCholesky::factor(const BlockMatrix& matrix, FixedMask fixed, Part& part) {
  // For cloth alone, a slightly larger diagonal compensates for the omitted fill-in. Stiff couplings need the full
  // compensation: without it, pivots vanish, and iterations grow from 20 to 140.
  const bool compensates = !matrix.couplings().empty();
  if (!compensates)
    for (Mat3& block : part.diagonal) block *= 1.0 + tolerance::kIncompleteCholeskyShift;
  // The blocks of the row being eliminated, before and after the product with D⁻¹. The many products of these blocks
  // with each other change blocks that are stored in single precision, so they need no more; four rows fill a register.
  std::vector<Tall> transposed;
  std::vector<Eigen::Matrix3f> scaled;
  for (std::size_t k = 0; k < part.vertices.size(); ++k) {
    const auto v = static_cast<std::size_t>(part.vertices[k]);
    if (is_fixed(fixed, v)) {
      part.inverse_pivots[k].fill(0.0F);
      continue;
    }
    // Subtraction can leave a pivot that is zero or negative. The original block then takes its place, as in block
    // Jacobi.
    Mat3& pivot = part.diagonal[k];
    const Mat3 original = matrix.diagonal(VertexId(v));
    if (!(pivots(pivot).array() > tolerance::kMinPivotRatio * pivots(original).array()).all()) pivot = original;
    const Mat3 inverse = safe_inverse(pivot);
    store(inverse, part.inverse_pivots[k]);

    const auto first = static_cast<std::size_t>(part.row_begin[k]),
               last = static_cast<std::size_t>(part.row_begin[k + 1]);
    transposed.resize(last - first);
    scaled.resize(last - first);
    for (std::size_t e = first; e < last; ++e) {
      const Mat3 block = to_double(part.upper[e]), product = inverse * block;
      part.diagonal[static_cast<std::size_t>(part.columns[e])].noalias() -= block.transpose() * product;
      transposed[e - first] << block.transpose().cast<float>(), Eigen::RowVector3f::Zero();
      scaled[e - first] = product.cast<float>();
      store(product, part.upper[e]);
    }
    // Subtract from the rows below. Where they have no entry, absolute values are added to both diagonals instead: the
    // omitted part is then positive semidefinite, and the remaining matrix stays positive definite [AjizJennings84].
    for (std::size_t e = first; e < last; ++e) {
      const auto i = static_cast<std::size_t>(part.columns[e]);
      auto target = static_cast<std::size_t>(part.row_begin[i]);
      const auto target_end = static_cast<std::size_t>(part.row_begin[i + 1]);
      for (std::size_t f = e + 1; f < last; ++f) {
        const auto j = static_cast<std::size_t>(part.columns[f]);
        while (target < target_end && part.columns[target] < part.columns[f]) ++target;
        const bool has_entry = target < target_end && part.columns[target] == part.columns[f];
        if (!has_entry && !compensates) continue;
        const Tall product = transposed[e - first].lazyProduct(scaled[f - first]);
        if (has_entry) {
          Eigen::Map<Eigen::Matrix3f>(part.upper[target].data()) -= product.topRows<3>();
        } else {
          const Tall size = product.cwiseAbs();
          part.diagonal[i].diagonal() += size.rowwise().sum().head<3>().cast<double>();
          part.diagonal[j].diagonal() += size.colwise().sum().transpose().cast<double>();
        }
      }
    }
  }
}

void IncompleteCholesky::refresh(const BlockMatrix& matrix, FixedMask fixed) {
  MUSLIN_ASSERT(matrix.vertex_count() == places_.size() && (fixed.empty() || fixed.size() == places_.size()));
  const bool in_space = !matrix.couplings().empty();
  if (in_space) cut(parts_by_position(matrix.positions(), fixed));
  if (in_space_ && !in_space) cut(parts_by_index(matrix.vertex_count()));
  in_space_ = in_space;
  const CouplingBlocks couplings(matrix.couplings());
  parallel_for(parts_.size(), 1, [&](std::size_t p) {
    load(matrix, couplings, fixed, parts_[p]);
    factor(matrix, fixed, parts_[p]);
  });
}

void IncompleteCholesky::apply(std::span<const Vec3> r, std::span<Vec3> z, Part& part) {
  const std::size_t n = part.vertices.size();
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3& from = r[static_cast<std::size_t>(part.vertices[k])];
    part.work[k] = {static_cast<float>(from[0]), static_cast<float>(from[1]), static_cast<float>(from[2]), 0.0F};
  }
  const FactorSolve factor{.rows = n,
                           .row_begin = part.row_begin.data(),
                           .columns = part.columns.data(),
                           .upper = part.upper.front().data(),
                           .inverse_pivots = part.inverse_pivots.front().data(),
                           .vectors = part.work.empty() ? nullptr : part.work.front().lane};
  factor.solve();
  for (std::size_t k = 0; k < n; ++k) {
    const Vector& to = part.work[k];
    z[static_cast<std::size_t>(part.vertices[k])] = Vec3(to.lane[0], to.lane[1], to.lane[2]);
  }
}

void IncompleteCholesky::apply(std::span<const Vec3> r, std::span<Vec3> z) {
  MUSLIN_ASSERT(r.size() == places_.size() && z.size() == places_.size());
  parallel_for(parts_.size(), 1, [&](std::size_t p) { apply(r, z, parts_[p]); });
}

}  // namespace muslin
