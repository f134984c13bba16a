#pragma once
#include <Eigen/Core>
#include <muslin/math/block/block_matrix.hpp>
#include <span>

/// Dense algebra, slow and sure. Factorisations are compiled here once: each takes the compiler seconds.
namespace muslin::test {

/// A block matrix written out.
[[nodiscard]] Eigen::MatrixXd dense(const BlockMatrix& matrix);
[[nodiscard]] Eigen::VectorXd flat(std::span<const Vec3> vectors);

/// Of a symmetric matrix, in ascending order.
[[nodiscard]] Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& symmetric);
/// The solution of a x = b, a symmetric and positive definite.
[[nodiscard]] Eigen::VectorXd solve_positive(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);
/// The solution by a dense factorisation; x holds the values of fixed vertices.
void dense_solve(const BlockMatrix& matrix, FixedMask fixed, std::span<const Vec3> b, std::span<Vec3> x);

}  // namespace muslin::test
