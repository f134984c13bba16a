#include <gtest/gtest.h>

#include <muslin/core/parallel.hpp>
#include <muslin/math/block/block_matrix.hpp>
#include <tests/support/cloth_system.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random_matrix.hpp>

namespace muslin::block_matrix_test {
namespace {

VertexId v(int i) { return VertexId(i); }

TEST(BlockPattern, KeepsEachPairOnceWithTheDiagonal) {
  const std::vector<VertexPair> pairs = {{v(2), v(0)}, {v(0), v(2)}, {v(1), v(1)}, {v(0), v(1)}, {v(0), v(2)}};
  const BlockPattern pattern(4, pairs);  // vertex 3 is isolated
  EXPECT_EQ(pattern.vertex_count(), 4U);
  ASSERT_EQ(pattern.slot_count(), 6U);
  const std::vector<VertexPair> expected = {{v(0), v(0)}, {v(0), v(1)}, {v(0), v(2)},
                                            {v(1), v(1)}, {v(2), v(2)}, {v(3), v(3)}};
  for (std::size_t s = 0; s < 6; ++s) {
    EXPECT_EQ(pattern.row(s), expected[s][0]);
    EXPECT_EQ(pattern.column(s), expected[s][1]);
    EXPECT_EQ(pattern.slot(expected[s][0], expected[s][1]), s);
    EXPECT_EQ(pattern.slot(expected[s][1], expected[s][0]), s);
  }
  EXPECT_EQ(pattern.find(v(1), v(2)), std::nullopt);
  EXPECT_EQ(pattern.diagonal_slot(v(3)), 5U);
}

TEST(BlockPattern, OfNothingIsEmpty) {
  EXPECT_EQ(BlockPattern().vertex_count(), 0U);
  EXPECT_EQ(BlockPattern(0, {}).slot_count(), 0U);
  EXPECT_EQ(BlockPattern(1, {}).slot_count(), 1U);
}

TEST(BlockMatrix, OfNothingMultipliesNothing) {
  const BlockMatrix matrix;
  matrix.multiply({}, {});
  EXPECT_EQ(matrix.multiply_filtered({}, {}, {}), 0.0);
}

TEST(BlockMatrix, OfOneVertexIsItsBlockAndItsNumber) {
  BlockMatrix matrix(BlockPattern(1, {}), BlockPattern(1, {}));
  matrix.block(0) << 2, 1, 0, 1, 3, 0, 0, 0, 4;
  matrix.scalar(0) = 10;
  const std::vector<Vec3> x = {Vec3(1, 2, 3)};
  std::vector<Vec3> y(1);
  matrix.multiply(x, y);
  EXPECT_EQ(y[0], Vec3(14, 27, 42));
}

TEST(BlockMatrix, StoresTheUpperTriangleOfASymmetricMatrix) {
  const std::vector<VertexPair> pair = {{v(1), v(0)}};
  BlockMatrix matrix(BlockPattern(2, pair), BlockPattern(2, {}));
  matrix.block(matrix.block_pattern().slot(v(1), v(0))) << 1, 2, 3, 4, 5, 6, 7, 8, 9;  // entry (0, 1)
  const std::vector<Vec3> x = {Vec3(1, 0, 0), Vec3(0, 0, 1)};
  std::vector<Vec3> y(2);
  matrix.multiply(x, y);
  EXPECT_EQ(y[0], Vec3(3, 6, 9));
  EXPECT_EQ(y[1], Vec3(1, 2, 3));
}

TEST(BlockMatrix, MultipliesAsTheDenseMatrix) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    test::Random random(seed);
    const auto n = static_cast<std::size_t>(random.integer(1, 60));
    const BlockMatrix matrix = test::random_matrix(n, 3 * static_cast<int>(n), 6 * static_cast<int>(n), random);
    const std::vector<Vec3> x = test::random_vectors(n, random);
    std::vector<Vec3> y(n);
    matrix.multiply(x, y);
    const Eigen::VectorXd expected = test::dense(matrix) * test::flat(x);
    EXPECT_LE((test::flat(y) - expected).norm(), 1e-14 * expected.norm()) << "seed " << seed;
  }
}

// More rows than a chunk has, and pairs from anywhere to anywhere: nearly all of them leave their chunk.
TEST(BlockMatrix, AddsUpWhatChunksLeaveForEachOther) {
  test::Random random(7);
  const std::size_t n = 2 * Halo::kChunkRows + 100;
  const BlockMatrix matrix = test::random_matrix(n, 6000, 6000, random);
  const std::vector<Vec3> x = test::random_vectors(n, random);
  std::vector<Vec3> y(n), expected(n, Vec3::Zero());
  matrix.multiply(x, y);
  const auto add = [&](const BlockPattern& pattern, std::size_t s, const Mat3& block) {
    const std::size_t i = pattern.row(s).index(), j = pattern.column(s).index();
    expected[i] += block * x[j];
    if (i != j) expected[j] += block.transpose() * x[i];
  };
  for (std::size_t s = 0; s < matrix.block_pattern().slot_count(); ++s) add(matrix.block_pattern(), s, matrix.block(s));
  for (std::size_t s = 0; s < matrix.scalar_pattern().slot_count(); ++s)
    add(matrix.scalar_pattern(), s, matrix.scalar(s) * Mat3::Identity());
  for (std::size_t i = 0; i < n; ++i) ASSERT_LE((y[i] - expected[i]).norm(), 1e-12) << i;
}

TEST(BlockMatrix, FiltersFixedRowsAndReturnsTheDotProduct) {
  test::Random random(8);
  const std::size_t n = Halo::kChunkRows + 50;
  const BlockMatrix matrix = test::random_matrix(n, 3000, 3000, random);
  const std::vector<Vec3> x = test::random_vectors(n, random);
  std::vector<std::uint8_t> fixed(n, 0);
  fixed[3] = fixed[n - 1] = 1;
  std::vector<Vec3> all(n), filtered(n);
  matrix.multiply(x, all);
  const double dot = matrix.multiply_filtered(x, fixed, filtered);
  double expected = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(filtered[i], fixed[i] != 0 ? Vec3(Vec3::Zero()) : all[i]);
    expected += x[i].dot(filtered[i]);
  }
  EXPECT_NEAR(dot, expected, 1e-12 * std::abs(expected));
}

TEST(BlockMatrix, ProductHasTheSameBitsOnAnyNumberOfThreads) {
  test::Random random(9);
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 50});
  const std::vector<Vec3> x = test::random_vectors(system.matrix.vertex_count(), random);
  std::vector<Vec3> one(x.size()), many(x.size());
  with_threads(1, [&] { system.matrix.multiply(x, one); });
  for (const int threads : {2, 4}) {
    with_threads(threads, [&] { system.matrix.multiply(x, many); });
    EXPECT_EQ(one, many) << threads << " threads";
  }
}

TEST(ClothSystem, IsSymmetricPositiveDefinite) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 8});
  const Eigen::MatrixXd a = test::dense(system.matrix);
  EXPECT_LE((a - a.transpose()).norm(), 1e-14 * a.norm());
  EXPECT_GT(test::eigenvalues(a)[0], 0.0);
}

}  // namespace
}  // namespace muslin::block_matrix_test
