#include <gtest/gtest.h>

#include <limits>
#include <muslin/math/direct/sparse_cholesky.hpp>
#include <tests/support/cloth_system.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random_matrix.hpp>

namespace muslin::sparse_cholesky_test {
namespace {

TEST(SparseCholesky, FindsTheSolutionOfTheDenseMatrix) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    test::Random random(seed);
    const std::size_t n = 25;
    const BlockMatrix matrix = test::random_matrix(n, 60, 90, random);
    std::vector<std::uint8_t> fixed(n, 0);
    if (seed > 1) fixed[2] = fixed[20] = 1;
    const std::vector<Vec3> b = test::random_vectors(n, random);
    std::vector<Vec3> x = test::random_vectors(n, random);
    std::vector<Vec3> expected = x;
    test::dense_solve(matrix, fixed, b, expected);
    SparseCholesky cholesky(matrix);
    ASSERT_TRUE(cholesky.factorise(matrix, fixed));
    cholesky.solve(matrix, b, x);
    EXPECT_LE((test::flat(x) - test::flat(expected)).norm(), 1e-12 * test::flat(expected).norm());
  }
}

TEST(SparseCholesky, TakesNewValuesAndNewFixedVertices) {
  test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 6});
  SparseCholesky cholesky(system.matrix);
  for (const double factor : {1.0, 3.0}) {
    for (std::size_t s = 0; s < system.matrix.block_pattern().slot_count(); ++s) system.matrix.block(s) *= factor;
    system.fixed[3] = factor > 1.0 ? 1 : 0;
    std::vector<Vec3> x(system.right_side.size(), Vec3(0.1, 0.2, 0.3)), expected = x;
    test::dense_solve(system.matrix, system.fixed, system.right_side, expected);
    ASSERT_TRUE(cholesky.factorise(system.matrix, system.fixed));
    cholesky.solve(system.matrix, system.right_side, x);
    EXPECT_LE((test::flat(x) - test::flat(expected)).norm(), 1e-9 * test::flat(expected).norm());
    EXPECT_GT(cholesky.factor_entries(), 0U);
  }
}

TEST(SparseCholesky, RefusesWhatIsNotPositiveDefinite) {
  test::Random random(4);
  BlockMatrix matrix = test::random_matrix(6, 10, 10, random);
  SparseCholesky cholesky(matrix);
  const Mat3 good = matrix.block(0);
  matrix.block(0) = -good;
  EXPECT_FALSE(cholesky.factorise(matrix, {}));
  matrix.block(0)(0, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(cholesky.factorise(matrix, {}));
  matrix.block(0) = good;
  EXPECT_TRUE(cholesky.factorise(matrix, {}));
  const BlockMatrix zero(BlockPattern(2, {}), BlockPattern(2, {}));
  EXPECT_FALSE(SparseCholesky(zero).factorise(zero, {}));
}

TEST(SparseCholesky, OfNothingSolvesNothing) {
  const BlockMatrix nothing;
  SparseCholesky cholesky(nothing);
  EXPECT_TRUE(cholesky.factorise(nothing, {}));
  cholesky.solve(nothing, {}, {});
}

}  // namespace
}  // namespace muslin::sparse_cholesky_test
