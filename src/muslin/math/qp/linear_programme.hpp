#pragma once
#include <Eigen/Core>
#include <optional>

namespace muslin {

/// min c·x subject to A x ≥ b and x ≥ 0, by the simplex method of COIN-OR CLP.
struct LinearProgramme {
  Eigen::VectorXd cost;         ///< c, one per unknown
  Eigen::MatrixXd rows;         ///< A, dense: these programmes are small
  Eigen::VectorXd lower_bound;  ///< b, one per row
};

/// A solution, or nothing where there is none: no x satisfies all rows, or the cost falls without bound. The same
/// programme has the same solution, to the last bit, also where several are as good. Not for several threads at once:
/// nothing is promised of the library's own memory.
[[nodiscard]] std::optional<Eigen::VectorXd> solve(const LinearProgramme& programme);

}  // namespace muslin
