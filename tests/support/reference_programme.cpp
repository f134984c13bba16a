#include <Eigen/LU>
#include <algorithm>
#include <bit>
#include <limits>
#include <tests/support/reference_programme.hpp>

namespace muslin::test {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

double least_cost_of_all_corners(const VectorXd& cost, const MatrixXd& a, const VectorXd& b) {
  const Index n = cost.size(), rows = a.rows() + n;
  MatrixXd all(rows, n);
  all << a, MatrixXd::Identity(n, n);
  VectorXd bounds(rows);
  bounds << b, VectorXd::Zero(n);
  double smallest = std::numeric_limits<double>::infinity();
  for (unsigned set = 0; set < (1U << rows); ++set) {
    if (std::popcount(set) != n) continue;
    MatrixXd exact(n, n);
    VectorXd right(n);
    for (Index i = 0, k = 0; i < rows; ++i)
      if ((set >> i & 1U) != 0) {
        exact.row(k) = all.row(i);
        right[k++] = bounds[i];
      }
    const Eigen::FullPivLU<MatrixXd> lu(exact);
    if (!lu.isInvertible()) continue;
    const VectorXd corner = lu.solve(right);
    if (((all * corner - bounds).array() >= -1e-9).all()) smallest = std::min(smallest, cost.dot(corner));
  }
  return smallest;
}

}  // namespace muslin::test
