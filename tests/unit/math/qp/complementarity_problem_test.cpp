#include <muslin/math/qp/complementarity_problem.hpp>

#include <gtest/gtest.h>

#include <tests/support/random.hpp>

namespace muslin::complementarity_problem_test {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

/// 0 ≤ λ ⟂ A λ + q ≥ 0, up to rounding.
void expect_solution(const MatrixXd& a, const VectorXd& q, const VectorXd& lambda) {
  const VectorXd w = a * lambda + q;
  const double scale = q.lpNorm<Eigen::Infinity>() + (a * lambda).lpNorm<Eigen::Infinity>();
  for (Index i = 0; i < q.size(); ++i) {
    EXPECT_GE(lambda[i], 0.0);
    EXPECT_GE(w[i], -1e-11 * scale);
    if (lambda[i] > 0.0) {
      EXPECT_LE(std::abs(w[i]), 1e-10 * scale) << i;
    }
  }
}

MatrixXd random_matrix(test::Random& random, Index rows, Index columns) {
  MatrixXd result(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) result(i, j) = random.uniform(-1.0, 1.0);
  return result;
}

TEST(ComplementarityProblem, SolvesByHand) {
  MatrixXd a(2, 2);
  a << 2, -1, -1, 2;
  // Both push: A λ = (3, 0).
  const auto both = solve_complementarity(a, Eigen::Vector2d(-3, 0));
  ASSERT_TRUE(both);
  EXPECT_LE((*both - Eigen::Vector2d(2, 1)).norm(), 1e-14);
  // The second parts by itself.
  const auto one = solve_complementarity(a, Eigen::Vector2d(-3, 4));
  ASSERT_TRUE(one);
  EXPECT_LE((*one - Eigen::Vector2d(1.5, 0)).norm(), 1e-14);
  const auto none = solve_complementarity(a, Eigen::Vector2d(3, 0));
  ASSERT_TRUE(none);
  EXPECT_EQ(none->norm(), 0.0);
}

TEST(ComplementarityProblem, SolvesRandomOnes) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const Index n = random.integer(1, 12);
    const MatrixXd rows = random_matrix(random, n, n + 2);
    const MatrixXd a = rows * rows.transpose();
    const VectorXd q = random_matrix(random, n, 1);
    const auto lambda = solve_complementarity(a, q);
    ASSERT_TRUE(lambda);
    expect_solution(a, q, *lambda);
  }
}

// More rows than directions: the normal case where things touch at many places. q = -A λ₀ + w₀ with complementary
// λ₀, w₀ ≥ 0 has a solution.
TEST(ComplementarityProblem, SolvesSingularOnesThatHaveASolution) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const Index n = random.integer(2, 12);
    const MatrixXd rows = random_matrix(random, n, random.integer(1, 4));
    const MatrixXd a = rows * rows.transpose();
    VectorXd known = VectorXd::Zero(n), slack = VectorXd::Zero(n);
    for (Index i = 0; i < n; ++i) (random.chance(0.5) ? known : slack)[i] = random.unit();
    const VectorXd q = slack - a * known;
    const auto lambda = solve_complementarity(a, q);
    ASSERT_TRUE(lambda);
    expect_solution(a, q, *lambda);
  }
}

TEST(ComplementarityProblem, SaysWhenThereIsNoSolution) {
  MatrixXd a(2, 2);
  a << 1, -1, -1, 1;  // whatever pushes the one pulls the other
  EXPECT_FALSE(solve_complementarity(a, Eigen::Vector2d(-1, -1)));
  EXPECT_TRUE(solve_complementarity(a, Eigen::Vector2d(-1, 1)));
}

}  // namespace
}  // namespace muslin::complementarity_problem_test
