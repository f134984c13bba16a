#include <gtest/gtest.h>

#include <muslin/math/direct/minimum_norm.hpp>
#include <muslin/math/krylov/minres.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random.hpp>

namespace muslin::minres_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MinresReport solve(const MatrixXd& a, const VectorXd& b, VectorXd& x, const MinresOptions& options = {}) {
  Minres minres;
  x.resize(b.size());
  const auto multiply = [&](std::span<const double> in, std::span<double> out) {
    Eigen::Map<VectorXd>(out.data(), b.size()) = a * Eigen::Map<const VectorXd>(in.data(), b.size());
  };
  const auto size = static_cast<std::size_t>(b.size());
  return minres.solve(multiply, {b.data(), size}, {x.data(), size}, options);
}

MatrixXd random_rows(test::Random& random, Eigen::Index rows, Eigen::Index columns) {
  MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < m.size(); ++i) m(i) = random.uniform(-1.0, 1.0);
  return m;
}

TEST(Minres, SolvesAnIndefiniteSystem) {
  MatrixXd a(2, 2);
  a << 0, 2, 2, 0;
  VectorXd x;
  const MinresReport report = solve(a, Eigen::Vector2d(2, 6), x);
  EXPECT_TRUE(report.converged);
  EXPECT_LE((x - Eigen::Vector2d(3, 1)).norm(), 1e-12);
}

TEST(Minres, NothingToSolveIsZero) {
  VectorXd x;
  EXPECT_TRUE(solve(MatrixXd::Identity(3, 3), VectorXd::Zero(3), x).converged);
  EXPECT_EQ(x, VectorXd(VectorXd::Zero(3)));
}

TEST(Minres, LeavesTheLeastResidualWhereThereIsNoSolution) {
  MatrixXd a(2, 2);
  a << 1, 0, 0, 0;
  VectorXd x;
  const MinresReport report = solve(a, Eigen::Vector2d(1, 1), x);
  EXPECT_NEAR(x(0), 1.0, 1e-9);
  EXPECT_NEAR(report.residual, 1.0, 1e-9);
}

// A = B Bᵀ of rank r < n, b in its range: the answer of least norm, as the singular value decomposition has it.
TEST(Minres, AndMinimumNormAgreeWithTheSingularValues) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const Eigen::Index rank = random.integer(1, 10), n = rank + random.integer(0, 6);
    const MatrixXd b_rows = random_rows(random, n, rank) * random_rows(random, rank, 20);
    const MatrixXd a = b_rows * b_rows.transpose();
    const VectorXd b = a * random_rows(random, n, 1);
    const VectorXd expected = test::solve_minimum_norm(a, b);
    VectorXd x;
    EXPECT_TRUE(solve(a, b, x, {.tolerance = 1e-13}).converged);
    EXPECT_LE((x - expected).norm(), 1e-5 * expected.norm());  // it sees the squared condition
    MinimumNorm dense;
    dense.factorise(b_rows);
    EXPECT_EQ(dense.rank(), rank);
    EXPECT_LE((dense.solve(b) - expected).norm(), 1e-8 * expected.norm());
  }
}

// Of a saddle, with the right preconditioner: three different eigenvalues, so three iterations.
TEST(Minres, EndsInAFewStepsWithTheRightPreconditioner) {
  test::Random random(5);
  const Eigen::Index n = 12, m = 4;
  const MatrixXd root = random_rows(random, n, n), j = random_rows(random, m, n);
  const MatrixXd k = root * root.transpose() + MatrixXd::Identity(n, n);
  const MatrixXd schur = j * test::inverse(k) * j.transpose();
  MatrixXd a = MatrixXd::Zero(n + m, n + m), p = a;
  a.topLeftCorner(n, n) = k;
  a.topRightCorner(n, m) = -j.transpose();
  a.bottomLeftCorner(m, n) = -j;
  p.topLeftCorner(n, n) = test::inverse(k);
  p.bottomRightCorner(m, m) = test::inverse(schur);
  const VectorXd b = random_rows(random, n + m, 1);
  VectorXd x(n + m);
  const auto times = [](const MatrixXd& matrix) {
    return [&matrix](std::span<const double> from, std::span<double> to) {
      Eigen::Map<VectorXd>(to.data(), matrix.rows()) = matrix * Eigen::Map<const VectorXd>(from.data(), matrix.cols());
    };
  };
  Minres minres;
  const MinresReport report = minres.solve(times(a), {b.data(), static_cast<std::size_t>(n + m)},
                                           {x.data(), static_cast<std::size_t>(n + m)}, {.tolerance = 1e-10}, times(p));
  EXPECT_TRUE(report.converged);
  EXPECT_LE(report.iterations, 4);
  EXPECT_LE((a * x - b).norm(), 1e-8 * b.norm());
  const double size = std::sqrt(b.dot(p * b));
  EXPECT_LE(minres
                .solve(times(a), {b.data(), static_cast<std::size_t>(n + m)},
                       {x.data(), static_cast<std::size_t>(n + m)}, {.absolute_tolerance = 2.0 * size}, times(p))
                .iterations,
            0);  // it is enough as it is
}

TEST(MinimumNorm, RowsThatDifferByRoundingAreOne) {
  MatrixXd rows(2, 3);
  rows << 1, 0, 0, 1, 1e-12, 0;
  MinimumNorm dense;
  dense.factorise(rows);
  EXPECT_EQ(dense.rank(), 1);
  EXPECT_LE((dense.solve(Eigen::Vector2d(2, 2)) - Eigen::Vector2d(1, 1)).norm(), 1e-9);
}

}  // namespace
}  // namespace muslin::minres_test
