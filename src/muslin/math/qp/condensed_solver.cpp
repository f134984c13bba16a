#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/krylov/conjugate_gradient.hpp>
#include <muslin/math/qp/active_rows.hpp>
#include <muslin/math/qp/free_components.hpp>
#include <muslin/math/qp/saddle_solver.hpp>
#include <vector>

namespace muslin {
namespace {

/// The preconditioner is renewed once more than one in this many active rows has changed.
constexpr std::size_t kFewChanges = 8;

/// Writes a row as the common direction of its gradients, and a weight for each vertex. Rows of contacts, lengths and
/// guides have this form.
Coupling coupling_of(const QpRow& row, double stiffness) {
  std::size_t longest = 0;
  for (std::size_t a = 1; a < 4; ++a)
    if (row.gradient[a].squaredNorm() > row.gradient[longest].squaredNorm()) longest = a;
  const Vec3 direction = row.gradient[longest];
  Coupling coupling;
  for (std::size_t a = 0; a < 4; ++a) {
    coupling.vertex[a] = row.vertex[a].valid() ? row.vertex[a] : row.vertex[longest];
    coupling.weight[a] = row.vertex[a].valid() ? row.gradient[a].dot(direction) / direction.squaredNorm() : 0.0;
  }
  coupling.block = SymmetricBlock(stiffness * direction * direction.transpose());
  return coupling;
}

class CondensedSolver final : public SaddleSolver {
 public:
  explicit CondensedSolver(int max_iterations) : max_iterations_(max_iterations) {}

  void begin(const BlockMatrix& matrix, FixedMask fixed, std::span<const Vec3> positions) override {
    const bool is_other = !preconditioner_ || matrix_.block_pattern() != matrix.block_pattern() ||
                          matrix_.scalar_pattern() != matrix.scalar_pattern();
    matrix_ = matrix;
    if (is_other) preconditioner_ = make_preconditioner(PreconditionerKind::automatic, matrix_);
    plain_ = &matrix;
    fixed_ = fixed;
    positions_.assign(positions.begin(), positions.end());
    positions_.resize(matrix.vertex_count(), Vec3::Zero());
    rows_.begin(matrix, fixed);
    free_components_.begin(matrix, fixed);
    counts_ = {};
  }
  void set_rows(std::span<const QpRow> rows, std::size_t first_new) override {
    rows_.set(rows, first_new);
    open_.clear();
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i].lower_bound != rows[i].upper_bound || rows[i].lower_bound != 0.0) open_.push_back(i);
  }
  bool activate(std::size_t row) override { return rows_.activate(row); }
  void deactivate(std::size_t row) override { rows_.deactivate(row); }
  [[nodiscard]] double mobility(std::size_t row) override { return rows_.mobility(row); }
  [[nodiscard]] double shift(std::size_t row) override {
    return rows_.mobility(row) / tolerance::kQpActiveRowStiffness;
  }
  [[nodiscard]] Counts counts() const override { return counts_; }

  Report solve(std::span<const Vec3> start, std::span<const double> before, double tolerance, std::span<double> lambda,
               std::span<Vec3> v) override {
    refresh();
    load_.resize(start.size());
    plain_->multiply(start, load_);
    double softest = 0.0;
    for (const std::size_t i : open_) {
      if (rows_.is_active(i)) {
        add_row(rows_[i], before[i] + rows_[i].target / shift(i), load_);
        softest = std::max(softest, shift(i));
      } else if (lambda[i] != 0.0) {
        add_row(rows_[i], lambda[i], load_);
      }
    }
    // |J e| ≤ √ε √(eᵀAe) for an error e, and the error of λ is that divided by ε; but e is spread over all rows.
    const double enough = softest > 0.0 ? tolerance::kCondensedErrorSpread * tolerance /
                                              (tolerance::kQpActiveRowStiffness * std::sqrt(softest))
                                        : 0.0;
    for (std::size_t i = 0; i < start.size(); ++i)
      if (is_fixed(fixed_, i)) v[i] = start[i];
    const ConjugateGradientReport found =
        conjugate_gradient_.solve(matrix_, *preconditioner_, fixed_, load_, v,
                                  {.tolerance = tolerance::kCondensedRelativeTolerance,
                                   .absolute_tolerance = enough,
                                   .max_iterations = max_iterations_});
    if (!free_components_.empty()) {
      residual_.resize(start.size());
      matrix_.multiply(v, residual_);
      for (std::size_t i = 0; i < start.size(); ++i) residual_[i] = load_[i] - residual_[i];
      free_components_.balance(residual_, v);
    }
    for (const std::size_t i : open_)
      if (rows_.is_active(i)) lambda[i] = before[i] + (rows_[i].target - row_value(rows_[i], v)) / shift(i);
    counts_.iterations += found.iterations;
    ++counts_.solves;
    return {.converged = found.status != ConjugateGradientReport::Status::non_finite, .iterations = found.iterations};
  }

 private:
  void refresh() {
    if (!rows_.take_stale_flag()) return;
    std::vector<Coupling> couplings;
    for (const std::size_t i : open_)
      if (rows_.is_active(i)) couplings.push_back(coupling_of(rows_[i], 1.0 / shift(i)));
    const std::size_t active = couplings.size();
    free_components_.activate(rows_.all(), rows_.active());
    matrix_.set_couplings(Couplings(matrix_.vertex_count(), std::move(couplings)), positions_);
    // The preconditioner of a similar matrix suffices, and making a new one costs as much as some iterations.
    if (counts_.updates == 0 || kFewChanges * rows_.changes() > active) {
      preconditioner_->refresh(matrix_, fixed_);
      ++counts_.updates;
      rows_.reset_changes();
    }
  }

  int max_iterations_;
  BlockMatrix matrix_;                  ///< K, with the active rows as couplings
  const BlockMatrix* plain_ = nullptr;  ///< K
  FixedMask fixed_;
  std::vector<Vec3> positions_;
  std::unique_ptr<Preconditioner> preconditioner_;
  ConjugateGradient conjugate_gradient_;
  ActiveRows rows_;
  std::vector<std::size_t> open_;  ///< rows whose multiplier may be nonzero
  FreeComponents free_components_;
  std::vector<Vec3> load_, residual_;
  Counts counts_;
};

}  // namespace

std::unique_ptr<SaddleSolver> make_condensed_solver(int max_iterations) {
  return std::make_unique<CondensedSolver>(max_iterations);
}

}  // namespace muslin
