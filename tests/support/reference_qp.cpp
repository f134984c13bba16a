#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <tests/support/dense.hpp>
#include <tests/support/reference_qp.hpp>

namespace muslin::test {

ReferenceQp::ReferenceQp(const BlockMatrix& k, FixedMask fixed, std::span<const QpRow> qp_rows,
                         std::span<const Vec3> v0)
    : matrix(dense(k)), start(flat(v0)) {
  const Eigen::Index n = matrix.rows(), m = static_cast<Eigen::Index>(qp_rows.size());
  std::vector<Eigen::Index> free;
  for (Eigen::Index i = 0; i < n; ++i)
    if (!is_fixed(fixed, static_cast<std::size_t>(i / 3))) free.push_back(i);
  const Eigen::MatrixXd part = matrix(free, free).inverse();
  inverse = Eigen::MatrixXd::Zero(n, n);
  inverse(free, free) = part;
  rows = Eigen::MatrixXd::Zero(m, n);
  target.resize(m), lowest.resize(m), highest.resize(m);
  for (Eigen::Index r = 0; r < m; ++r) {
    const QpRow& row = qp_rows[static_cast<std::size_t>(r)];
    for (std::size_t a = 0; a < 4; ++a)
      if (row.vertex[a].valid()) rows.block<1, 3>(r, 3 * row.vertex[a].value) += row.gradient[a].transpose();
    target[r] = row.target, lowest[r] = row.lower_bound, highest[r] = row.upper_bound;
  }
}

Eigen::VectorXd ReferenceQp::minimise() const {
  const Eigen::MatrixXd response = inverse * rows.transpose(), schur = rows * response;
  Eigen::VectorXd lambda = Eigen::VectorXd::Zero(rows.rows()), value = rows * start;
  for (Eigen::Index r = 0; r < lambda.size(); ++r) lambda[r] = std::clamp(0.0, lowest[r], highest[r]);
  value += schur * lambda;
  for (int sweep = 0; sweep < 200'000; ++sweep) {
    double change = 0.0;
    for (Eigen::Index r = 0; r < lambda.size(); ++r) {
      if (!(schur(r, r) > 0.0)) continue;
      const double better = std::clamp(lambda[r] + (target[r] - value[r]) / schur(r, r), lowest[r], highest[r]);
      const double step = better - lambda[r];
      if (step == 0.0) continue;
      lambda[r] = better;
      value += step * schur.col(r);
      change = std::max(change, std::abs(step) * schur(r, r));
    }
    if (change < 1e-14) break;
  }
  return start + response * lambda;
}

Eigen::VectorXd ReferenceQp::minimise_by_enumeration() const {
  const Eigen::Index m = rows.rows();
  const Eigen::MatrixXd schur = rows * inverse * rows.transpose();
  Eigen::VectorXd best = start;
  double smallest = INFINITY;
  for (int set = 0; set < 1 << m; ++set) {
    std::vector<Eigen::Index> active;
    for (Eigen::Index r = 0; r < m; ++r)
      if (((set >> r) & 1) != 0) active.push_back(r);
    Eigen::VectorXd v = start;
    if (!active.empty()) {
      const Eigen::VectorXd defect = target(active) - rows(active, Eigen::all) * start;
      const Eigen::MatrixXd part = schur(active, active);
      v += inverse * rows(active, Eigen::all).transpose() * part.ldlt().solve(defect);
    }
    if ((rows * v - target).minCoeff() < -1e-9) continue;
    const double energy = 0.5 * (v - start).dot(matrix * (v - start));
    if (energy < smallest) smallest = energy, best = v;
  }
  return best;
}

double ReferenceQp::kkt_error(std::span<const Vec3> v, std::span<const double> lambda) const {
  const Eigen::VectorXd x = flat(v), value = rows * x;
  const Eigen::Map<const Eigen::VectorXd> multipliers(lambda.data(), static_cast<Eigen::Index>(lambda.size()));
  double error = (x - start - inverse * (rows.transpose() * multipliers)).cwiseAbs().maxCoeff();
  for (Eigen::Index r = 0; r < rows.rows(); ++r) {
    const double left = value[r] - target[r];
    error = std::max({error, lowest[r] - multipliers[r], multipliers[r] - highest[r]});
    const double below = std::min(multipliers[r] - lowest[r], 1.0), above = std::min(highest[r] - multipliers[r], 1.0);
    // Positive only with the multiplier at its lowest, negative only at its highest.
    error = std::max(error, left > 0.0 ? std::min(left, left * below) : std::min(-left, -left * above));
    if (left < 0.0 && std::isinf(highest[r])) error = std::max(error, -left);
  }
  return error;
}

}  // namespace muslin::test
