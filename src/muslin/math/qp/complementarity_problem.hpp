#pragma once
#include <Eigen/Core>
#include <optional>

namespace muslin {

/// Finds λ with 0 ≤ λ ⟂ A λ + q ≥ 0 for a small dense A that is symmetric and positive semidefinite: the λ ≥ 0 that
/// minimises ½ λᵀ A λ + qᵀ λ. The solution is unique if A is definite; otherwise A λ is the same for all solutions, and
/// one of them is returned. The result is empty if there is no solution (possible only with a singular A), or if
/// rounding keeps the search from ending.
///
/// The active set grows by the row with the largest violation, as in the method of Lawson and Hanson; a row that
/// depends on the others takes the place of one of them.
[[nodiscard]] std::optional<Eigen::VectorXd> solve_complementarity(const Eigen::MatrixXd& matrix,
                                                                   const Eigen::VectorXd& offset);

}  // namespace muslin
