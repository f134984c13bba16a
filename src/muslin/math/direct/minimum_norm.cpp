#include <muslin/core/tolerances/math.hpp>
#include <muslin/math/direct/minimum_norm.hpp>

namespace muslin {

void MinimumNorm::factorise(const Eigen::MatrixXd& rows) {
  decomposition_.setThreshold(tolerance::kMinimumNormRankTolerance);
  decomposition_.compute(rows);
}

Eigen::VectorXd MinimumNorm::solve(const Eigen::VectorXd& b) const {
  return decomposition_.transpose().solve(decomposition_.solve(b));
}

}  // namespace muslin
