#include <gtest/gtest.h>

#include <Eigen/Core>
#include <muslin/math/direct/updated_cholesky.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random.hpp>

namespace muslin::updated_cholesky_test {
namespace {

TEST(UpdatedCholesky, SolvesByHand) {
  UpdatedCholesky factor;
  ASSERT_TRUE(factor.append({}, 4.0));
  ASSERT_TRUE(factor.append(std::vector<double>{2.0}, 3.0));  // [4 2; 2 3]
  std::vector<double> b = {8.0, 8.0};
  factor.solve(b);
  EXPECT_NEAR(b[0], 1.0, 1e-15);
  EXPECT_NEAR(b[1], 2.0, 1e-15);
  factor.remove(0);  // [3]
  b = {6.0};
  factor.solve(b);
  EXPECT_NEAR(b[0], 2.0, 1e-15);
}

TEST(UpdatedCholesky, RefusesWhatIsNotPositiveDefinite) {
  UpdatedCholesky factor;
  ASSERT_TRUE(factor.append({}, 1.0));
  EXPECT_FALSE(factor.append(std::vector<double>{2.0}, 4.0));  // the same row twice over
  EXPECT_EQ(factor.size(), 1U);
  EXPECT_FALSE(factor.append(std::vector<double>{0.0}, -1.0));
  ASSERT_TRUE(factor.append(std::vector<double>{0.0}, 1.0));
}

// However rows came and went, the factor is that of the rows that are left.
TEST(UpdatedCholesky, FollowsRowsThatComeAndGo) {
  test::Random random(7);
  constexpr int kSize = 40;
  Eigen::MatrixXd part(kSize, kSize + 5);
  for (Eigen::Index i = 0; i < part.size(); ++i) part(i) = random.uniform(-1, 1);
  const Eigen::MatrixXd all = part * part.transpose();
  UpdatedCholesky factor;
  std::vector<int> rows;
  for (int change = 0; change < 400; ++change) {
    const int row = random.integer(0, kSize - 1);
    const auto at = std::find(rows.begin(), rows.end(), row);
    if (at != rows.end()) {
      factor.remove(static_cast<std::size_t>(at - rows.begin()));
      rows.erase(at);
    } else {
      std::vector<double> beside;
      for (const int other : rows) beside.push_back(all(row, other));
      ASSERT_TRUE(factor.append(beside, all(row, row)));
      rows.push_back(row);
    }
    ASSERT_EQ(factor.size(), rows.size());
    if (rows.empty() || change % 20 != 0) continue;
    const auto k = static_cast<Eigen::Index>(rows.size());
    Eigen::MatrixXd chosen(k, k);
    Eigen::VectorXd b(k);
    for (Eigen::Index i = 0; i < k; ++i) {
      b[i] = random.uniform(-1, 1);
      for (Eigen::Index j = 0; j < k; ++j)
        chosen(i, j) = all(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]);
    }
    std::vector<double> x(b.data(), b.data() + k);
    factor.solve(x);
    const Eigen::VectorXd expected = test::solve_positive(chosen, b);
    EXPECT_LE((Eigen::Map<Eigen::VectorXd>(x.data(), k) - expected).norm(), 1e-9 * expected.norm());
  }
}

}  // namespace
}  // namespace muslin::updated_cholesky_test
