#include <muslin/core/assert.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/krylov/multilevel.hpp>

namespace muslin {
namespace {

/// A level of at most this many vertices is solved by a dense factorisation, which takes less than a millisecond.
constexpr std::size_t kDenseVertices = 64;

Eigen::MatrixXd lower_triangle(const BlockMatrix& matrix) {
  const auto size = static_cast<Eigen::Index>(3 * matrix.vertex_count());
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(size, size);
  const BlockPattern& pattern = matrix.block_pattern();
  for (std::size_t s = 0; s < pattern.slot_count(); ++s)
    dense.block<3, 3>(3 * pattern.column(s).value, 3 * pattern.row(s).value) = matrix.block(s).transpose();
  return dense;
}

}  // namespace

Multilevel::Multilevel(const BlockMatrix& matrix) : finest_smoother_(matrix) {
  const BlockMatrix* finer = &matrix;
  while (finer->vertex_count() > kDenseVertices) {
    Prolongation prolongation(finer->block_pattern());
    const std::size_t n = prolongation.coarse_count();
    if (n == 0 || static_cast<double>(n) > tolerance::kMaxCoarseningRatio * static_cast<double>(finer->vertex_count()))
      break;
    GalerkinProduct product(*finer, prolongation);
    BlockMatrix coarse = product.make_coarse_matrix();
    IncompleteCholesky smoother(coarse);
    const std::vector<Vec3> zero(n, Vec3::Zero());
    coarse_.push_back(std::make_unique<Level>(Level{std::move(prolongation), std::move(product), std::move(coarse),
                                                    std::move(smoother), zero, zero, zero, zero}));
    finer = &coarse_.back()->matrix;
  }
}

void Multilevel::refresh(const BlockMatrix& matrix, FixedMask fixed) {
  fixed_.assign(fixed.begin(), fixed.end());
  finest_smoother_.refresh(matrix, fixed);
  coarsest_.reset();
  with_levels_ = matrix.couplings().empty();
  if (!with_levels_) return;
  const BlockMatrix* finer = &matrix;
  for (const auto& level : coarse_) {
    level->product.compute(*finer, level->prolongation, finer == &matrix ? fixed : FixedMask(), level->matrix);
    finer = &level->matrix;
    if (level == coarse_.back() && finer->vertex_count() <= kDenseVertices) {
      coarsest_.emplace(lower_triangle(*finer));
      if (coarsest_->info() == Eigen::Success) continue;
      coarsest_.reset();
    }
    level->smoother.refresh(level->matrix, {});
  }
}

void Multilevel::solve_coarsest() {
  Level& level = *coarse_.back();
  if (!coarsest_) {
    level.smoother.apply(level.right_side, level.solution);
    return;
  }
  const auto size = static_cast<Eigen::Index>(3 * level.right_side.size());
  Eigen::Map<Eigen::VectorXd> solution(level.solution.front().data(), size);
  solution = Eigen::Map<const Eigen::VectorXd>(level.right_side.front().data(), size);
  coarsest_->solveInPlace(solution);
}

/// Runs the V-cycle from this level on: it reads right_side of the level and writes solution.
void Multilevel::cycle(std::size_t index) {
  if (index + 1 == coarse_.size()) {
    solve_coarsest();
    return;
  }
  Level& level = *coarse_[index];
  Level& next = *coarse_[index + 1];
  const std::size_t n = level.right_side.size();
  const auto update_residual = [&] {
    level.matrix.multiply(level.solution, level.residual);
    parallel_for(n, kElementsPerChunk,
                 [&](std::size_t i) { level.residual[i] = level.right_side[i] - level.residual[i]; });
  };
  level.smoother.apply(level.right_side, level.solution);
  parallel_for(n, kElementsPerChunk, [&](std::size_t i) { level.solution[i] *= tolerance::kSmootherDamping; });
  update_residual();
  next.prolongation.restrict_to(level.residual, next.right_side);
  cycle(index + 1);
  next.prolongation.add_prolonged(next.solution, {}, level.solution);
  update_residual();
  level.smoother.apply(level.residual, level.correction);
  parallel_for(n, kElementsPerChunk,
               [&](std::size_t i) { level.solution[i] += tolerance::kSmootherDamping * level.correction[i]; });
}

void Multilevel::apply(std::span<const Vec3> r, std::span<Vec3> z) {
  finest_smoother_.apply(r, z);
  if (coarse_.empty() || !with_levels_) return;
  Level& first = *coarse_.front();
  first.prolongation.restrict_to(r, first.right_side);
  cycle(0);
  first.prolongation.add_prolonged(first.solution, fixed_, z);
}

}  // namespace muslin
