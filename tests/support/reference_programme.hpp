#pragma once
#include <Eigen/Core>

namespace muslin::test {

/// The least cost of min c·x, A x ≥ b, x ≥ 0 over all corners; infinite if there is none. A corner has as many exact
/// rows as there are unknowns, so this takes a time that is exponential in their number.
[[nodiscard]] double least_cost_of_all_corners(const Eigen::VectorXd& cost, const Eigen::MatrixXd& a,
                                               const Eigen::VectorXd& b);

}  // namespace muslin::test
