#include <gtest/gtest.h>

#include <limits>
#include <muslin/math/direct/sparse_ldlt.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random.hpp>

namespace muslin::sparse_ldlt_test {
namespace {

/// A sparse matrix as SparseLdlt takes it.
struct Sparse {
  LowerPattern pattern;
  std::vector<double> values;
  explicit Sparse(const Eigen::MatrixXd& dense) {
    pattern.column_begin.push_back(0);
    for (Eigen::Index j = 0; j < dense.cols(); ++j) {
      for (Eigen::Index i = j; i < dense.rows(); ++i) {
        if (i != j && dense(i, j) == 0.0) continue;
        pattern.row.push_back(static_cast<std::int32_t>(i));
        values.push_back(dense(i, j));
      }
      pattern.column_begin.push_back(static_cast<std::int32_t>(pattern.row.size()));
    }
  }
};

/// Random entries off the diagonal, which outweighs them; from row `first_negative` on it is negative.
Eigen::MatrixXd random_dense(Eigen::Index size, double density, Eigen::Index first_negative, test::Random& random) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index j = 0; j < size; ++j)
    for (Eigen::Index i = j + 1; i < size; ++i)
      if (random.chance(density)) matrix(i, j) = matrix(j, i) = random.uniform(-1, 1);
  for (Eigen::Index j = 0; j < size; ++j)
    matrix(j, j) = (j < first_negative ? 1.0 : -1.0) * (0.1 + matrix.col(j).cwiseAbs().sum());
  return matrix;
}

void expect_solved(SparseLdlt& ldlt, const Eigen::MatrixXd& matrix, test::Random& random) {
  const Sparse sparse(matrix);
  ASSERT_TRUE(ldlt.factorise(sparse.values));
  Eigen::VectorXd b(matrix.rows());
  for (double& value : b) value = random.uniform(-1, 1);
  const Eigen::VectorXd expected = test::solve_regular(matrix, b);
  ldlt.solve({b.data(), static_cast<std::size_t>(b.size())});
  EXPECT_LE((b - expected).norm(), 1e-12 * expected.norm());
}

TEST(SparseLdlt, SolvesRandomSystems) {
  test::Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Eigen::Index size = random.integer(1, 60);
    const Eigen::Index first_negative = round % 2 == 0 ? size : random.integer(0, static_cast<int>(size));
    const Eigen::MatrixXd matrix = random_dense(size, random.unit() * random.unit(), first_negative, random);
    SparseLdlt ldlt(Sparse(matrix).pattern);
    expect_solved(ldlt, matrix, random);
    EXPECT_EQ(ldlt.is_positive(), first_negative == size);
  }
}

/// Three unknowns for each vertex of a grid: panels of many widths, and a deep tree.
TEST(SparseLdlt, SolvesGrids) {
  test::Random random(2);
  for (const int side : {1, 2, 7, 12}) {
    const Eigen::Index size = 3 * side * side;
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
    const auto join = [&](int a, int b) {
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) matrix(3 * a + i, 3 * b + j) = matrix(3 * b + j, 3 * a + i) = random.uniform(-1, 1);
    };
    for (int v = 0; v < side * side; ++v) {
      if (v % side + 1 < side) join(v, v + 1);
      if (v + side < side * side) join(v, v + side);
    }
    for (Eigen::Index j = 0; j < size; ++j) matrix(j, j) = 0.1 + matrix.col(j).cwiseAbs().sum();
    SparseLdlt ldlt(Sparse(matrix).pattern);
    expect_solved(ldlt, matrix, random);
  }
}

/// Columns with nothing beside their diagonal, here and there and over whole parts of a chain.
TEST(SparseLdlt, SkipsWhatIsIdle) {
  test::Random random(5);
  for (int round = 0; round < 50; ++round) {
    const Eigen::Index size = 60;
    Eigen::MatrixXd matrix = random_dense(size, 0.02, size, random);
    for (Eigen::Index j = 0; j + 1 < size; ++j) matrix(j + 1, j) = matrix(j, j + 1) = 0.05;
    SparseLdlt ldlt(Sparse(matrix).pattern);
    const std::size_t first = static_cast<std::size_t>(random.integer(0, 30));
    std::vector<std::uint8_t> idle(static_cast<std::size_t>(size));
    for (std::size_t j = 0; j < idle.size(); ++j)
      idle[j] = (j >= first && j < first + 25) || random.chance(0.2) ? 1 : 0;
    const LowerPattern pattern = Sparse(matrix).pattern;
    std::vector<double> values;
    Eigen::MatrixXd without = matrix;
    for (Eigen::Index j = 0; j < size; ++j)
      for (const std::int32_t i : pattern.column(static_cast<std::size_t>(j))) {
        if (i != j && (idle[static_cast<std::size_t>(i)] != 0 || idle[static_cast<std::size_t>(j)] != 0))
          without(i, j) = without(j, i) = 0.0;
        values.push_back(without(i, j));
      }
    ASSERT_TRUE(ldlt.factorise(values, idle));
    EXPECT_TRUE(ldlt.is_positive());
    Eigen::VectorXd b(size);
    for (Eigen::Index j = 0; j < size; ++j) b[j] = idle[static_cast<std::size_t>(j)] != 0 ? 0.0 : random.uniform(-1, 1);
    const Eigen::VectorXd expected = test::solve_regular(without, b);
    ldlt.solve({b.data(), static_cast<std::size_t>(size)});
    EXPECT_LE((b - expected).norm(), 1e-12 * expected.norm());
  }
}

TEST(SparseLdlt, TakesNewValues) {
  test::Random random(3);
  Eigen::MatrixXd matrix = random_dense(40, 0.1, 40, random);
  SparseLdlt ldlt(Sparse(matrix).pattern);
  expect_solved(ldlt, matrix, random);
  matrix.diagonal() *= 2.0;
  expect_solved(ldlt, matrix, random);
}

/// [4 2; 2 3] (1, 2) = (8, 8).
TEST(SparseLdlt, SolvesTwoByTwo) {
  SparseLdlt ldlt({.column_begin = {0, 2, 3}, .row = {0, 1, 1}});
  ASSERT_TRUE(ldlt.factorise(std::vector<double>{4.0, 2.0, 3.0}));
  std::vector<double> b{8.0, 8.0};
  ldlt.solve(b);
  EXPECT_NEAR(b[0], 1.0, 1e-15);
  EXPECT_NEAR(b[1], 2.0, 1e-15);
}

TEST(SparseLdlt, SaysWhereItCannot) {
  SparseLdlt ldlt({.column_begin = {0, 2, 3}, .row = {0, 1, 1}});
  EXPECT_FALSE(ldlt.factorise(std::vector<double>{1.0, 1.0, 1.0}));
  EXPECT_FALSE(ldlt.factorise(std::vector<double>{1.0, std::numeric_limits<double>::quiet_NaN(), 1.0}));
  EXPECT_FALSE(ldlt.factorise(std::vector<double>{std::numeric_limits<double>::infinity(), 0.0, 1.0}));
  EXPECT_TRUE(ldlt.factorise(std::vector<double>{1.0, 0.0, -1.0}));
  EXPECT_FALSE(ldlt.is_positive());
}

TEST(SparseLdlt, OfNothingSolvesNothing) {
  SparseLdlt ldlt(LowerPattern{});
  EXPECT_TRUE(ldlt.factorise({}));
  ldlt.solve({});
  EXPECT_TRUE(ldlt.is_positive());
  EXPECT_EQ(ldlt.factor_entries(), 0U);
}

/// Alone on the diagonal nothing is filled in, and a full matrix is one panel.
TEST(SparseLdlt, HasNoMoreEntriesThanItNeeds) {
  test::Random random(4);
  EXPECT_EQ(SparseLdlt(Sparse(random_dense(30, 0.0, 30, random)).pattern).factor_entries(), 30U);
  EXPECT_EQ(SparseLdlt(Sparse(random_dense(30, 1.0, 30, random)).pattern).factor_entries(), 900U);
}

/// The tree of a chain 0 - 1 - 2 … has L's count of one row below each column but the last.
TEST(EliminationTree, OfAChainFillsNothingIn) {
  LowerPattern chain{.column_begin = {0}, .row = {}};
  for (std::int32_t j = 0; j < 20; ++j) {
    chain.row.push_back(j);
    if (j + 1 < 20) chain.row.push_back(j + 1);
    chain.column_begin.push_back(static_cast<std::int32_t>(chain.row.size()));
  }
  const EliminationTree tree(chain);
  int rows = 0;
  for (std::size_t k = 0; k < tree.size(); ++k) {
    rows += tree.count[k];
    EXPECT_EQ(tree.place[static_cast<std::size_t>(tree.order[k])], static_cast<std::int32_t>(k));
    EXPECT_TRUE(tree.parent[k] == -1 || tree.parent[k] > static_cast<std::int32_t>(k));
  }
  EXPECT_EQ(rows, 19);
}

}  // namespace
}  // namespace muslin::sparse_ldlt_test
