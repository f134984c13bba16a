#include <Eigen/Dense>
#include <tests/support/dense.hpp>

namespace muslin::test {

Eigen::MatrixXd dense(const BlockMatrix& matrix) {
  const auto size = static_cast<Eigen::Index>(3 * matrix.vertex_count());
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(size, size);
  const BlockPattern& blocks = matrix.block_pattern();
  for (std::size_t s = 0; s < blocks.slot_count(); ++s) {
    const int i = blocks.row(s).value, j = blocks.column(s).value;
    all.block<3, 3>(3 * i, 3 * j) += matrix.block(s);
    if (i != j) all.block<3, 3>(3 * j, 3 * i) += matrix.block(s).transpose();
  }
  const BlockPattern& scalars = matrix.scalar_pattern();
  for (std::size_t s = 0; s < scalars.slot_count(); ++s) {
    const int i = scalars.row(s).value, j = scalars.column(s).value;
    all.block<3, 3>(3 * i, 3 * j) += matrix.scalar(s) * Mat3::Identity();
    if (i != j) all.block<3, 3>(3 * j, 3 * i) += matrix.scalar(s) * Mat3::Identity();
  }
  return all;
}

Eigen::VectorXd flat(std::span<const Vec3> vectors) {
  Eigen::VectorXd all(static_cast<Eigen::Index>(3 * vectors.size()));
  for (std::size_t i = 0; i < vectors.size(); ++i) all.segment<3>(static_cast<Eigen::Index>(3 * i)) = vectors[i];
  return all;
}

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigen::VectorXd solve_regular(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) { return a.partialPivLu().solve(b); }

Eigen::VectorXd solve_minimum_norm(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, double negligible,
                                   Eigen::Index* rank) {
  auto svd = a.jacobiSvd(Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(negligible);
  if (rank != nullptr) *rank = svd.rank();
  return svd.solve(b);
}

Eigen::MatrixXd inverse(const Eigen::MatrixXd& regular) { return regular.inverse(); }

Eigen::VectorXd solve_positive(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) { return a.ldlt().solve(b); }

void dense_solve(const BlockMatrix& matrix, FixedMask fixed, std::span<const Vec3> b, std::span<Vec3> x) {
  Eigen::MatrixXd a = dense(matrix);
  Eigen::VectorXd right = flat(b);
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (!is_fixed(fixed, i)) continue;
    const auto row = static_cast<Eigen::Index>(3 * i);
    a.middleRows<3>(row).setZero();
    a.block<3, 3>(row, row).setIdentity();
    right.segment<3>(row) = x[i];
  }
  const Eigen::VectorXd solution = solve_regular(a, right);
  for (std::size_t i = 0; i < b.size(); ++i) x[i] = solution.segment<3>(static_cast<Eigen::Index>(3 * i));
}

}  // namespace muslin::test
