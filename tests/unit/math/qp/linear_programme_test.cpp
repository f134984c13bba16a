#include <muslin/math/qp/linear_programme.hpp>

#include <gtest/gtest.h>

namespace muslin {
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

}  // namespace
}  // namespace muslin
