#include <muslin/math/qp/linear_programme.hpp>

#include <gtest/gtest.h>

#include <tests/support/random.hpp>
#include <tests/support/reference_programme.hpp>

namespace muslin::linear_programme_test {
namespace {

TEST(LinearProgramme, FindsTheCornerOfLeastCost) {
  // min 2x + 3y, x + y ≥ 4, x + 3y ≥ 6: the corners are (6, 0), (3, 1), (0, 4).
  LinearProgramme programme{
      .cost = Eigen::Vector2d(2, 3), .rows = Eigen::MatrixXd(2, 2), .lower_bound = Eigen::Vector2d(4, 6)};
  programme.rows << 1, 1, 1, 3;
  const auto x = solve(programme);
  ASSERT_TRUE(x);
  EXPECT_LE((*x - Eigen::Vector2d(3, 1)).norm(), 1e-12);
}

TEST(LinearProgramme, ScalesDoNotMatter) {
  for (const double scale : {1e-12, 1e-6, 1e6, 1e12}) {
    SCOPED_TRACE(scale);
    LinearProgramme programme{
        .cost = Eigen::Vector2d(2, 3), .rows = Eigen::MatrixXd(2, 2), .lower_bound = scale * Eigen::Vector2d(4, 6e5)};
    programme.rows << 1, 1, 1e5, 3e5;
    const auto x = solve(programme);
    ASSERT_TRUE(x);
    EXPECT_LE((*x - scale * Eigen::Vector2d(3, 1)).norm(), 1e-11 * scale);
  }
}

TEST(LinearProgramme, SaysWhenThereIsNoSolution) {
  LinearProgramme programme{
      .cost = Eigen::VectorXd::Ones(1), .rows = Eigen::MatrixXd(2, 1), .lower_bound = Eigen::Vector2d(1, 0)};
  programme.rows << 1, -1;  // x ≥ 1 and x ≤ 0
  EXPECT_FALSE(solve(programme));
  programme.rows << 1, 0;
  EXPECT_TRUE(solve(programme));
  programme.cost[0] = -1;  // the more the better
  EXPECT_FALSE(solve(programme));
}

TEST(LinearProgramme, NothingIsLeastWhereZeroWillDo) {
  LinearProgramme programme{
      .cost = Eigen::VectorXd::Ones(2), .rows = Eigen::MatrixXd::Identity(2, 2), .lower_bound = Eigen::Vector2d(-1, 0)};
  const auto x = solve(programme);
  ASSERT_TRUE(x);
  EXPECT_EQ(*x, Eigen::VectorXd(Eigen::Vector2d::Zero()));
}

// Pivots of the best column go round in a circle here, for ever, where ties are broken badly [Beale55].
TEST(LinearProgramme, DoesNotCycle) {
  LinearProgramme programme{.cost = Eigen::Vector4d(-0.75, 150, -0.02, 6),
                            .rows = Eigen::MatrixXd(3, 4),
                            .lower_bound = Eigen::Vector3d(0, 0, -1)};
  programme.rows << -0.25, 60, 0.04, -9, -0.5, 90, 0.02, -3, 0, 0, -1, 0;
  const auto x = solve(programme);
  ASSERT_TRUE(x);
  EXPECT_NEAR(programme.cost.dot(*x), -0.05, 1e-12);
  EXPECT_LE((*x - Eigen::Vector4d(0.04, 0, 1, 0)).norm(), 1e-12);
}

TEST(LinearProgramme, RepeatedAndOpposedRowsMakeEqualities) {
  // x + y ≥ 1 three times, x + y ≤ 1, and x costs more than y.
  LinearProgramme programme{
      .cost = Eigen::Vector2d(2, 1), .rows = Eigen::MatrixXd(4, 2), .lower_bound = Eigen::Vector4d(1, 1, 1, -1)};
  programme.rows << 1, 1, 1, 1, 1, 1, -1, -1;
  const auto x = solve(programme);
  ASSERT_TRUE(x);
  EXPECT_LE((*x - Eigen::Vector2d(0, 1)).norm(), 1e-12);
}

TEST(LinearProgramme, WithoutRowsOrUnknowns) {
  const Eigen::VectorXd none;
  const auto without_rows = solve({.cost = Eigen::Vector2d(1, 0), .rows = Eigen::MatrixXd(0, 2), .lower_bound = none});
  ASSERT_TRUE(without_rows);
  EXPECT_EQ(*without_rows, Eigen::VectorXd(Eigen::Vector2d::Zero()));
  EXPECT_FALSE(solve({.cost = Eigen::Vector2d(1, -1), .rows = Eigen::MatrixXd(0, 2), .lower_bound = none}));
  EXPECT_TRUE(solve({.cost = none, .rows = Eigen::MatrixXd(1, 0), .lower_bound = Eigen::VectorXd::Zero(1)}));
  EXPECT_FALSE(solve({.cost = none, .rows = Eigen::MatrixXd(1, 0), .lower_bound = Eigen::VectorXd::Ones(1)}));
}

// Small whole numbers: many rows meet in one corner, repeat or contradict each other.
TEST(LinearProgramme, AgreesWithBruteForce) {
  int solved = 0, none = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const int m = random.integer(1, 6), n = random.integer(1, 5), most = random.chance(0.5) ? 1 : 3;
    LinearProgramme programme{
        .cost = Eigen::VectorXd(n), .rows = Eigen::MatrixXd(m, n), .lower_bound = Eigen::VectorXd(m)};
    for (int j = 0; j < n; ++j) programme.cost[j] = random.integer(0, 3);  // bounded
    for (int i = 0; i < m; ++i) {
      for (int j = 0; j < n; ++j) programme.rows(i, j) = random.integer(-most, most);
      programme.lower_bound[i] = random.integer(-1, 2);
    }
    const double best = test::least_cost_of_all_corners(programme.cost, programme.rows, programme.lower_bound);
    const auto x = solve(programme);
    ASSERT_EQ(x.has_value(), best < 1e300);
    ++(x ? solved : none);
    if (!x) continue;
    EXPECT_NEAR(programme.cost.dot(*x), best, 1e-10 * (1 + best));
    EXPECT_TRUE(((programme.rows * *x - programme.lower_bound).array() >= -1e-10).all());
    EXPECT_TRUE((x->array() >= 0.0).all());
    EXPECT_EQ(*x, *solve(programme));
  }
  EXPECT_GT(solved, 300);
  EXPECT_GT(none, 300);
}

// A Gram matrix of rank 3, as large loops have: bases are nearly singular.
TEST(LinearProgramme, KeepsRowsOfManyDependentDirections) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const int n = random.integer(10, 40);
    Eigen::MatrixXd directions(n, 3);
    for (int i = 0; i < n; ++i) directions.row(i) = random.in_box(1.0).transpose() * random.uniform(0.1, 10.0);
    const Eigen::MatrixXd a = directions * directions.transpose();
    Eigen::VectorXd known = Eigen::VectorXd::Zero(n), b(n);
    for (int i = 0; i < n; ++i) known[i] = random.chance(0.5) ? random.unit() : 0.0;
    b = a * known;
    for (int i = 0; i < n; ++i) b[i] -= random.chance(0.5) ? random.unit() : 0.0;
    const LinearProgramme programme{.cost = a.colwise().sum().transpose(), .rows = a, .lower_bound = b};
    const auto x = solve(programme);
    ASSERT_TRUE(x);
    EXPECT_GE((a * *x - b).minCoeff(), -1e-8 * b.lpNorm<Eigen::Infinity>());
    EXPECT_LE(programme.cost.dot(*x), programme.cost.dot(known) + 1e-9 * programme.cost.norm() * known.norm());
  }
}

}  // namespace
}  // namespace muslin::linear_programme_test
