#pragma once
#include <Eigen/Core>
#include <optional>

namespace muslin {

/// The linear programme min c·x subject to A x ≥ b and x ≥ 0.
struct LinearProgramme {
  Eigen::VectorXd cost;         ///< c, one per unknown
  Eigen::MatrixXd rows;         ///< A, dense: these programmes are small
  Eigen::VectorXd lower_bound;  ///< b, one per row
};

/// Returns a solution, or nothing if there is none: no x satisfies all rows, or the cost falls without bound. If
/// several solutions are equally good, the same programme always yields the same one, to the last bit.
///
/// The method is the two-phase simplex method, with the rule of [Bland77] where it would cycle. It is for the cycles of
/// collision clusters, which have a few dozen unknowns at most: each exchange factorises a dense basis anew.
[[nodiscard]] std::optional<Eigen::VectorXd> solve(const LinearProgramme& programme);

}  // namespace muslin
