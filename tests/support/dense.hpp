#pragma once
#include <Eigen/Core>
#include <muslin/math/block/block_matrix.hpp>
#include <span>

/// Dense linear algebra, slow and reliable. Factorisations are compiled here once because each takes the compiler
/// seconds.
namespace muslin::test {

/// Converts a block matrix to a dense matrix.
[[nodiscard]] Eigen::MatrixXd dense(const BlockMatrix& matrix);
[[nodiscard]] Eigen::VectorXd flat(std::span<const Vec3> vectors);

/// Returns the eigenvalues of a symmetric matrix in ascending order.
[[nodiscard]] Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& symmetric);
/// Solves a x = b for a regular a.
[[nodiscard]] Eigen::VectorXd solve_regular(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);
/// Returns the least-squares solution of a x = b with the smallest norm, by the singular values of any a. Those below
/// `negligible` times the largest are taken for zero; `rank` receives the number of the others, unless it is null.
[[nodiscard]] Eigen::VectorXd solve_minimum_norm(const Eigen::MatrixXd& a, const Eigen::VectorXd& b,
                                                 double negligible = 1e-12, Eigen::Index* rank = nullptr);
[[nodiscard]] Eigen::MatrixXd inverse(const Eigen::MatrixXd& regular);
/// Solves a x = b for a symmetric positive definite a.
[[nodiscard]] Eigen::VectorXd solve_positive(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);
/// Solves by a dense factorisation; on input, x contains the values of fixed vertices.
void dense_solve(const BlockMatrix& matrix, FixedMask fixed, std::span<const Vec3> b, std::span<Vec3> x);

}  // namespace muslin::test
