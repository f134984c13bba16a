#include <Eigen/LU>
#include <algorithm>
#include <muslin/core/assert.hpp>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/qp/linear_programme.hpp>
#include <numeric>
#include <vector>

namespace muslin {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
using tolerance::kLinearProgrammeTolerance;

/// Number of exchanges per variable after which the search is given up, and after which it takes the lowest eligible
/// variable [Bland77] instead of the best one. That rule cannot cycle, but picks small pivots.
constexpr Index kMaxExchanges = 50, kBestExchanges = 5;

/// A x - w + t 1 = b, with all variables x, w, t ≥ 0. As many of them as there are rows are *basic*; the others are
/// zero. The basis is factorised anew in each exchange: these programmes often are degenerate, and a tableau that is
/// updated from exchange to exchange loses its digits there.
class Simplex {
 public:
  Simplex(const MatrixXd& a, const VectorXd& b) : m_(a.rows()), n_(a.cols()), b_(b), columns_(m_, n_ + m_ + 1) {
    columns_ << a, -MatrixXd::Identity(m_, m_), VectorXd::Ones(m_);
    basis_.resize(static_cast<std::size_t>(m_));
    std::iota(basis_.begin(), basis_.end(), n_);
  }

  /// Phase 1 finds a basis with t = 0 in which nothing is negative. Returns false if there is none.
  [[nodiscard]] bool find_basis() {
    Index row = 0, column = 0;
    if (b_.maxCoeff(&row) <= 0.0) return true;
    basis_[static_cast<std::size_t>(row)] = artificial();
    if (!minimise(VectorXd::Unit(columns_.cols(), artificial()))) return false;
    const auto place = std::find(basis_.begin(), basis_.end(), artificial());
    if (place == basis_.end()) return true;
    row = place - basis_.begin();
    if (value_[row] > kLinearProgrammeTolerance) return false;
    // If t is basic, but zero, the variable with the largest entry in its row takes its place.
    const VectorXd inverse_row = basis().transpose().solve(VectorXd(VectorXd::Unit(m_, row)));
    VectorXd entries = columns_.transpose() * inverse_row;
    entries[artificial()] = 0.0;
    entries.cwiseAbs().maxCoeff(&column);
    *place = column;
    return true;
  }
  /// Phase 2 moves from basis to basis until the best one. Returns false if the cost falls without bound.
  [[nodiscard]] bool minimise_cost(const VectorXd& cost) {
    columns_.col(artificial()).setZero();
    VectorXd all = VectorXd::Zero(columns_.cols());
    all.head(n_) = cost;
    return minimise(all);
  }
  [[nodiscard]] VectorXd unknowns() const {
    VectorXd all = VectorXd::Zero(columns_.cols());
    for (Index r = 0; r < m_; ++r) all[basis_[static_cast<std::size_t>(r)]] = std::max(0.0, value_[r]);
    return all.head(n_);
  }

 private:
  [[nodiscard]] Index artificial() const { return n_ + m_; }
  [[nodiscard]] Eigen::PartialPivLU<MatrixXd> basis() const { return columns_(Eigen::all, basis_).lu(); }

  [[nodiscard]] bool minimise(const VectorXd& cost) {
    const Index best = kBestExchanges * cost.size();
    for (Index exchange = 0; exchange < kMaxExchanges * cost.size(); ++exchange) {
      const auto factors = basis();
      value_ = factors.solve(b_);
      const VectorXd price = factors.transpose().solve(VectorXd(cost(basis_)));
      const VectorXd reduced = cost - columns_.transpose() * price;
      Index enters = 0;
      if (reduced.minCoeff(&enters) >= -kLinearProgrammeTolerance) return true;
      if (exchange >= best)
        for (enters = 0; reduced[enters] >= -kLinearProgrammeTolerance;) ++enters;

      // The basic variable that reaches zero first leaves; of several, the one with the largest pivot, or the lowest
      // one.
      const VectorXd rate = factors.solve(columns_.col(enters));
      Index leaves = -1;
      double nearest = 0.0;
      for (Index r = 0; r < m_; ++r) {
        if (rate[r] <= kLinearProgrammeTolerance) continue;
        const double distance = std::max(0.0, value_[r]) / rate[r];
        const bool is_tie = leaves >= 0 && std::abs(distance - nearest) <= kLinearProgrammeTolerance;
        const bool is_better = exchange < best ? rate[r] > rate[leaves < 0 ? 0 : leaves] : is_lower(r, leaves);
        if (leaves >= 0 && (is_tie ? !is_better : distance > nearest)) continue;
        leaves = r;
        nearest = distance;
      }
      if (leaves < 0) return false;
      basis_[static_cast<std::size_t>(leaves)] = enters;
    }
    return false;
  }
  [[nodiscard]] bool is_lower(Index row, Index other) const {
    return other < 0 || basis_[static_cast<std::size_t>(row)] < basis_[static_cast<std::size_t>(other)];
  }

  Index m_, n_;
  VectorXd b_;
  MatrixXd columns_;          ///< columns of x, w and t
  std::vector<Index> basis_;  ///< basic variable of each row
  VectorXd value_;            ///< values of the basic variables
};

double one_if_zero(double value) { return value > 0.0 ? value : 1.0; }

}  // namespace

std::optional<VectorXd> solve(const LinearProgramme& programme) {
  const auto& [cost, rows, lower_bound] = programme;
  MUSLIN_ASSERT(cost.size() == rows.cols() && lower_bound.size() == rows.rows());
  if (rows.size() == 0) {
    if ((lower_bound.array() > 0.0).any() || (cost.array() < 0.0).any()) return std::nullopt;
    return VectorXd::Zero(cost.size());
  }
  // The tolerances are absolute, so rows, columns, bounds and costs are scaled to 1.
  const VectorXd row_scale = rows.rowwise().lpNorm<Eigen::Infinity>().unaryExpr(&one_if_zero);
  MatrixXd a = row_scale.cwiseInverse().asDiagonal() * rows;
  const VectorXd column_scale = a.colwise().lpNorm<Eigen::Infinity>().transpose().unaryExpr(&one_if_zero);
  a *= column_scale.cwiseInverse().asDiagonal();
  VectorXd b = lower_bound.cwiseQuotient(row_scale), c = cost.cwiseQuotient(column_scale);
  const double scale = one_if_zero(b.lpNorm<Eigen::Infinity>());
  b /= scale;
  c /= one_if_zero(c.lpNorm<Eigen::Infinity>());

  Simplex simplex(a, b);
  if (!simplex.find_basis() || !simplex.minimise_cost(c)) return std::nullopt;
  return scale * simplex.unknowns().cwiseQuotient(column_scale);
}

}  // namespace muslin
