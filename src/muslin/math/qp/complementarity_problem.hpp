#pragma once
#include <Eigen/Core>
#include <optional>

namespace muslin {

/// λ with 0 ≤ λ ⟂ A λ + q ≥ 0, for a small dense A that is symmetric and positive semidefinite: the λ ≥ 0 of least
/// ½ λᵀ A λ + qᵀ λ. One solution where A is definite; else A λ is the same for all, and this is one of them. Nothing if
/// there is none (only with a singular A), or if rounding keeps the search from ending.
///
/// An active set that grows by the row that lacks most [Lawson and Hanson's way]; one that depends on the others takes
/// the place of one of them.
[[nodiscard]] std::optional<Eigen::VectorXd> solve_complementarity(const Eigen::MatrixXd& matrix,
                                                                   const Eigen::VectorXd& offset);

}  // namespace muslin
