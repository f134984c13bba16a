#include <Eigen/Cholesky>
#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/tolerances.hpp>
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
    const VectorXd onto = active_.empty() ? VectorXd() : VectorXd(solve_active(a_(active_, row)));
    const double pivot = a_(row, row) - (active_.empty() ? 0.0 : onto.dot(VectorXd(a_(active_, row))));
    if (pivot <= tolerance::kDependentRowPivotRatio * a_(row, row)) {
      double way = -1.0;
      std::size_t leaves = 0;
      for (std::size_t k = 0; k < active_.size(); ++k) {
        const double slope = onto[static_cast<Index>(k)];
        if (!(slope > tolerance::kDependentRowPivotRatio)) continue;
        const double until = lambda_[active_[k]] / slope;
        if (way < 0.0 || until < way) {
          way = until;
          leaves = k;
        }
      }
      if (way < 0.0) return false;
      for (std::size_t k = 0; k < active_.size(); ++k) lambda_[active_[k]] -= way * onto[static_cast<Index>(k)];
      lambda_[row] += way;
      lambda_[active_[leaves]] = 0.0;
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(leaves));
    }
    active_.push_back(row);
    return true;
  }

  /// Moves λ to where all active rows are met. Rows whose multiplier would become negative leave the active set.
  void descend() {
    while (!active_.empty()) {
      const VectorXd goal = solve_active(VectorXd(-q_(active_)));
      double way = 1.0;
      std::ptrdiff_t leaves = -1;
      for (std::size_t k = 0; k < active_.size(); ++k) {
        const double now = lambda_[active_[k]], then = goal[static_cast<Index>(k)];
        if (then >= 0.0) continue;
        const double until = now / (now - then);
        if (leaves < 0 || until < way) {
          way = until;
          leaves = static_cast<std::ptrdiff_t>(k);
        }
      }
      for (std::size_t k = 0; k < active_.size(); ++k)
        lambda_[active_[k]] += way * (goal[static_cast<Index>(k)] - lambda_[active_[k]]);
      if (leaves < 0) return;
      lambda_[active_[static_cast<std::size_t>(leaves)]] = 0.0;
      active_.erase(active_.begin() + leaves);
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
