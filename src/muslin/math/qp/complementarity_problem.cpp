#include <Eigen/Cholesky>
#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/qp/complementarity_problem.hpp>
#include <vector>

namespace muslin {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

/// State of the search: λ, and the set of rows that are met exactly.
class DensePivoting {
 public:
  DensePivoting(const MatrixXd& matrix, const VectorXd& offset)
      : a_(matrix), q_(offset), lambda_(VectorXd::Zero(offset.size())) {}

  [[nodiscard]] std::optional<VectorXd> solve() {
    const double rounding = tolerance::kDependentRowPivotRatio * q_.lpNorm<Eigen::Infinity>();
    const Index most_rounds = 20 * q_.size() + 20;
    for (Index round = 0; round < most_rounds; ++round) {
      const Index row = lacks_most(rounding);
      if (row < 0) return lambda_;
      if (!add(row)) return std::nullopt;
      descend();
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] Index lacks_most(double rounding) const {
    const VectorXd w = a_ * lambda_ + q_;
    Index found = -1;
    for (Index i = 0; i < w.size(); ++i) {
      if (w[i] >= -rounding || std::find(active_.begin(), active_.end(), i) != active_.end()) continue;
      if (found < 0 || w[i] < w[found]) found = i;
    }
    return found;
  }

  /// Adds a row to the active set. If it depends on the active rows, λ first moves along the null direction of A until
  /// one of their multipliers is zero, and that row leaves. Returns false if none ever is, so that there is no
  /// solution.
  [[nodiscard]] bool add(Index row) {
    const VectorXd direction = active_.empty() ? VectorXd() : VectorXd(solve_active(a_(active_, row)));
    const double pivot = a_(row, row) - (active_.empty() ? 0.0 : direction.dot(VectorXd(a_(active_, row))));
    if (pivot <= tolerance::kDependentRowPivotRatio * a_(row, row)) {
      double step = -1.0;
      std::size_t leaving = 0;
      for (std::size_t k = 0; k < active_.size(); ++k) {
        const double slope = direction[static_cast<Index>(k)];
        if (!(slope > tolerance::kDependentRowPivotRatio)) continue;
        const double limit = lambda_[active_[k]] / slope;
        if (step < 0.0 || limit < step) {
          step = limit;
          leaving = k;
        }
      }
      if (step < 0.0) return false;
      for (std::size_t k = 0; k < active_.size(); ++k) lambda_[active_[k]] -= step * direction[static_cast<Index>(k)];
      lambda_[row] += step;
      lambda_[active_[leaving]] = 0.0;
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(leaving));
    }
    active_.push_back(row);
    return true;
  }

  /// Moves λ to where all active rows are met. Rows whose multiplier would become negative leave the active set.
  void descend() {
    while (!active_.empty()) {
      const VectorXd solution = solve_active(VectorXd(-q_(active_)));
      double step = 1.0;
      std::ptrdiff_t leaving = -1;
      for (std::size_t k = 0; k < active_.size(); ++k) {
        const double value = lambda_[active_[k]], wanted = solution[static_cast<Index>(k)];
        if (wanted >= 0.0) continue;
        const double limit = value / (value - wanted);
        if (leaving < 0 || limit < step) {
          step = limit;
          leaving = static_cast<std::ptrdiff_t>(k);
        }
      }
      for (std::size_t k = 0; k < active_.size(); ++k)
        lambda_[active_[k]] += step * (solution[static_cast<Index>(k)] - lambda_[active_[k]]);
      if (leaving < 0) return;
      lambda_[active_[static_cast<std::size_t>(leaving)]] = 0.0;
      active_.erase(active_.begin() + leaving);
    }
  }

  [[nodiscard]] VectorXd solve_active(const VectorXd& right) const { return a_(active_, active_).ldlt().solve(right); }

  const MatrixXd& a_;
  const VectorXd& q_;
  VectorXd lambda_;
  std::vector<Index> active_;  ///< rows in the order in which they were added
};

}  // namespace

std::optional<Eigen::VectorXd> solve_complementarity(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& offset) {
  MUSLIN_ASSERT(matrix.rows() == offset.size() && matrix.cols() == offset.size());
  return DensePivoting(matrix, offset).solve();
}

}  // namespace muslin
