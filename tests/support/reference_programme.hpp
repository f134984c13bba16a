#pragma once
#include <Eigen/Core>

namespace muslin::test {

/// Returns the minimum of c·x subject to A x ≥ b, x ≥ 0 over all corners of the feasible set; infinite if there is
/// none. At a corner as many rows are exact as there are unknowns, so the time is exponential in their number.
[[nodiscard]] double least_cost_of_all_corners(const Eigen::VectorXd& cost, const Eigen::MatrixXd& a,
                                               const Eigen::VectorXd& b);

}  // namespace muslin::test
