#include <Eigen/LU>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <muslin/math/direct/sparse_ldlt.hpp>
#include <muslin/math/krylov/minres.hpp>
#include <muslin/math/krylov/preconditioner.hpp>
#include <muslin/math/qp/active_rows.hpp>
#include <muslin/math/qp/saddle_solver.hpp>
#include <vector>

namespace muslin {
namespace {

/// The Schur complement as if each vertex were independent: J D⁻¹ Jᵀ + ε, with D the diagonal blocks of K. It is
/// sparse, because only rows that share a vertex have an entry.
class LoneSchurComplement {
 public:
  void assemble(std::span<const QpRow> rows, std::span<const std::size_t> active,
                std::span<const Mat3> inverse_diagonal, std::span<const double> mobility, double shift) {
    entries_.clear();
    by_vertex_.clear();
    for (std::size_t k = 0; k < active.size(); ++k)
      for (std::size_t a = 0; a < 4; ++a)
        if (rows[active[k]].vertex[a].valid())
          by_vertex_.push_back({rows[active[k]].vertex[a].value, static_cast<int>(k), static_cast<int>(a)});
    std::sort(by_vertex_.begin(), by_vertex_.end());
    for (std::size_t first = 0, end = 0; first < by_vertex_.size(); first = end) {
      while (end < by_vertex_.size() && by_vertex_[end][0] == by_vertex_[first][0]) ++end;
      const Mat3& inverse = inverse_diagonal[static_cast<std::size_t>(by_vertex_[first][0])];
      for (std::size_t i = first; i < end; ++i) {
        const Vec3 change = inverse * gradient(rows, active, i);
        for (std::size_t j = first; j < end; ++j)
          if (by_vertex_[j][1] >= by_vertex_[i][1])
            entries_.emplace_back(by_vertex_[j][1], by_vertex_[i][1], change.dot(gradient(rows, active, j)));
      }
    }
    for (std::size_t k = 0; k < active.size(); ++k)
      entries_.emplace_back(static_cast<int>(k), static_cast<int>(k), shift * mobility[active[k]]);
    const auto size = static_cast<Eigen::Index>(active.size());
    matrix_.resize(size, size);
    matrix_.setFromTriplets(entries_.begin(), entries_.end());
    const std::span<const int> begins(matrix_.outerIndexPtr(), active.size() + 1);
    const std::span<const int> inner(matrix_.innerIndexPtr(), static_cast<std::size_t>(matrix_.nonZeros()));
    factor_ = SparseLdlt({.column_begin = {begins.begin(), begins.end()}, .row = {inner.begin(), inner.end()}});
    is_ready_ = factor_.factorise({matrix_.valuePtr(), inner.size()});
  }
  /// Treats rows as independent of each other if they cannot be factorised.
  void solve(std::span<const double> r, std::span<double> z) {
    std::copy(r.begin(), r.end(), z.begin());
    if (is_ready_) factor_.solve(z);
  }

 private:
  [[nodiscard]] const Vec3& gradient(std::span<const QpRow> rows, std::span<const std::size_t> active,
                                     std::size_t i) const {
    return rows[active[static_cast<std::size_t>(by_vertex_[i][1])]]
        .gradient[static_cast<std::size_t>(by_vertex_[i][2])];
  }

  std::vector<std::array<int, 3>> by_vertex_;  ///< vertex, active row, and index of the vertex in the row
  std::vector<Eigen::Triplet<double>> entries_;
  Eigen::SparseMatrix<double> matrix_;
  SparseLdlt factor_;
  bool is_ready_ = false;
};

class KktSolver final : public SaddleSolver {
 public:
  KktSolver(int max_iterations, double shift) : max_iterations_(max_iterations), shift_(shift) {}

  void begin(const BlockMatrix& matrix, FixedMask fixed, std::span<const Vec3> /*positions*/) override {
    matrix_ = &matrix;
    fixed_ = fixed;
    counts_ = {};
    preconditioner_ = make_preconditioner(PreconditionerKind::automatic, matrix);
    preconditioner_->refresh(matrix, fixed);
    const std::size_t n = matrix.vertex_count();
    inverse_diagonal_.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      inverse_diagonal_[i] = is_fixed(fixed, i) ? Mat3(Mat3::Zero()) : Mat3(matrix.diagonal(VertexId(i)).inverse());
    rows_.begin(matrix, fixed);
    held_.clear();
  }

  void set_rows(std::span<const QpRow> rows, std::size_t first_new) override { rows_.set(rows, first_new); }
  bool activate(std::size_t row) override { return rows_.activate(row); }
  void deactivate(std::size_t row) override { rows_.deactivate(row); }
  [[nodiscard]] double mobility(std::size_t row) override { return rows_.mobility(row); }
  [[nodiscard]] double shift(std::size_t row) override { return shift_ * rows_.mobility(row); }
  [[nodiscard]] Counts counts() const override { return counts_; }

  Report solve(std::span<const Vec3> start, std::span<const double> before, double tolerance, std::span<double> lambda,
               std::span<Vec3> v) override {
    refresh_complement();
    const std::size_t n = start.size(), size = 3 * n + held_.size();
    // Compute the residual of the guess, and a correction for it.
    difference_.resize(n), product_.resize(n);
    for (std::size_t i = 0; i < n; ++i)
      difference_[i] = is_fixed(fixed_, i) ? Vec3(Vec3::Zero()) : Vec3(v[i] - start[i]);
    static_cast<void>(matrix_->multiply_filtered(difference_, fixed_, product_));
    load_.assign(n, Vec3::Zero());
    for (std::size_t i = 0; i < rows_.all().size(); ++i)
      if (lambda[i] != 0.0) add_row(rows_[i], lambda[i], load_);
    right_side_.assign(size, 0.0);
    correction_.resize(size);
    for (std::size_t i = 0; i < n; ++i)
      if (!is_fixed(fixed_, i)) put(right_side_, i, load_[i] - product_[i]);
    double largest = 0.0;
    for (std::size_t k = 0; k < held_.size(); ++k) {
      const std::size_t i = held_[k];
      right_side_[3 * n + k] = row_value(rows_[i], v) + shift(i) * (lambda[i] - before[i]) - rows_[i].target;
      largest = std::max(largest, rows_.mobility(i));
    }
    // In exact arithmetic that many iterations suffice for any system [Raghupathi06 §5.1].
    const int budget = std::max(max_iterations_, static_cast<int>(size));
    // |r₂| ≤ √(S_ii) √(rᵀP⁻¹r) holds for each row.
    const double enough = largest > 0.0 ? tolerance / std::sqrt(largest) : 0.0;
    const MinresReport found = minres_.solve([&](auto x, auto y) { multiply(x, y); }, right_side_, correction_,
                                             {.tolerance = 0.0, .absolute_tolerance = enough, .max_iterations = budget},
                                             [&](auto r, auto z) { precondition(r, z); });
    for (std::size_t i = 0; i < n; ++i)
      if (!is_fixed(fixed_, i)) v[i] += get(correction_, i);
    for (std::size_t k = 0; k < held_.size(); ++k) lambda[held_[k]] += correction_[3 * n + k];
    counts_.iterations += found.iterations;
    ++counts_.solves;
    return {.converged = found.converged, .iterations = found.iterations};
  }

 private:
  static void put(std::span<double> x, std::size_t i, const Vec3& value) {
    for (std::size_t k = 0; k < 3; ++k) x[3 * i + k] = value[static_cast<Eigen::Index>(k)];
  }
  [[nodiscard]] static Vec3 get(std::span<const double> x, std::size_t i) {
    return {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
  }

  void refresh_complement() {
    if (!rows_.take_stale_flag()) return;
    held_.clear();
    for (std::size_t i = 0; i < rows_.all().size(); ++i)
      if (rows_.is_active(i)) held_.push_back(i);
    complement_.assemble(rows_.all(), held_, inverse_diagonal_, rows_.mobility(), shift_);
    ++counts_.updates;
  }

  /// Computes [K -Jᵀ; -J -ε] x.
  void multiply(std::span<const double> x, std::span<double> y) {
    const std::size_t n = matrix_->vertex_count();
    for (std::size_t i = 0; i < n; ++i) difference_[i] = get(x, i);
    static_cast<void>(matrix_->multiply_filtered(difference_, fixed_, product_));
    for (std::size_t k = 0; k < held_.size(); ++k) {
      const std::size_t i = held_[k];
      add_row(rows_[i], -x[3 * n + k], product_);
      y[3 * n + k] = -row_value(rows_[i], difference_) - shift(i) * x[3 * n + k];
    }
    for (std::size_t i = 0; i < n; ++i) put(y, i, is_fixed(fixed_, i) ? Vec3(Vec3::Zero()) : product_[i]);
  }
  void precondition(std::span<const double> r, std::span<double> z) {
    const std::size_t n = matrix_->vertex_count();
    for (std::size_t i = 0; i < n; ++i) difference_[i] = get(r, i);
    preconditioner_->apply(difference_, product_);
    for (std::size_t i = 0; i < n; ++i) put(z, i, product_[i]);
    complement_.solve(r.subspan(3 * n), z.subspan(3 * n));
  }

  int max_iterations_;
  double shift_;  ///< ε relative to the mobility of a row [1]
  const BlockMatrix* matrix_ = nullptr;
  FixedMask fixed_;
  std::unique_ptr<Preconditioner> preconditioner_;
  std::vector<Mat3> inverse_diagonal_;  ///< inverse diagonal blocks of K; zero at fixed vertices
  ActiveRows rows_;
  std::vector<std::size_t> held_;
  LoneSchurComplement complement_;
  Minres minres_;
  std::vector<Vec3> difference_, product_, load_;
  std::vector<double> right_side_, correction_;
  Counts counts_;
};

}  // namespace

std::unique_ptr<SaddleSolver> make_kkt_solver(int max_iterations, double shift) {
  return std::make_unique<KktSolver>(max_iterations, shift);
}

}  // namespace muslin
