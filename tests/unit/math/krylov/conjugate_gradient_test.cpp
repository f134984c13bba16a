#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/math/krylov/conjugate_gradient.hpp>
#include <tests/support/cloth_system.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random_matrix.hpp>

namespace muslin::conjugate_gradient_test {
namespace {

using Status = ConjugateGradientReport::Status;

ConjugateGradientReport solve(const BlockMatrix& matrix, FixedMask fixed, std::span<const Vec3> b, std::span<Vec3> x,
                              const ConjugateGradientOptions& options) {
  const auto preconditioner = make_preconditioner(PreconditionerKind::block_jacobi, matrix);
  preconditioner->refresh(matrix, fixed);
  return ConjugateGradient().solve(matrix, *preconditioner, fixed, b, x, options);
}

TEST(ConjugateGradient, FindsTheSolutionOfTheDenseMatrix) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    test::Random random(seed);
    const std::size_t n = 30;
    const BlockMatrix matrix = test::random_matrix(n, 80, 120, random);
    const std::vector<Vec3> b = test::random_vectors(n, random);
    std::vector<Vec3> x(n, Vec3::Zero()), expected(n);
    test::dense_solve(matrix, {}, b, expected);
    const auto report = solve(matrix, {}, b, x, {.tolerance = 1e-12});
    EXPECT_EQ(report.status, Status::converged);
    EXPECT_LE(report.relative_residual, 1e-12);
    EXPECT_LE((test::flat(x) - test::flat(expected)).norm(), 1e-10 * test::flat(expected).norm());
  }
}

TEST(ConjugateGradient, KeepsFixedVerticesAndTheirPull) {
  test::Random random(4);
  const std::size_t n = 25;
  const BlockMatrix matrix = test::random_matrix(n, 60, 90, random);
  std::vector<std::uint8_t> fixed(n, 0);
  fixed[0] = fixed[7] = fixed[24] = 1;
  std::vector<Vec3> b = test::random_vectors(n, random);
  std::vector<Vec3> x = test::random_vectors(n, random);  // a guess, and the prescribed values
  std::vector<Vec3> expected = x;
  const std::vector<Vec3> before = x;
  test::dense_solve(matrix, fixed, b, expected);
  for (const std::size_t i : {0, 7, 24}) b[i].setConstant(std::numeric_limits<double>::quiet_NaN());  // never read
  EXPECT_TRUE(solve(matrix, fixed, b, x, {.tolerance = 1e-12}).converged());
  EXPECT_LE((test::flat(x) - test::flat(expected)).norm(), 1e-10 * test::flat(expected).norm());
  for (const std::size_t i : {0, 7, 24}) EXPECT_EQ(x[i], before[i]);
}

TEST(ConjugateGradient, TakesNoIterationFromTheSolution) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 12});
  std::vector<Vec3> x(system.right_side.size(), Vec3::Zero());
  ASSERT_TRUE(solve(system.matrix, system.fixed, system.right_side, x, {.tolerance = 1e-10}).converged());
  const std::vector<Vec3> before = x;
  const auto again = solve(system.matrix, system.fixed, system.right_side, x, {.tolerance = 1e-8});
  EXPECT_TRUE(again.converged());
  EXPECT_EQ(again.iterations, 0);
  EXPECT_EQ(x, before);
}

TEST(ConjugateGradient, ANearGuessSavesIterations) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 20});
  std::vector<Vec3> x(system.right_side.size(), Vec3::Zero());
  const auto cold = solve(system.matrix, system.fixed, system.right_side, x, {.tolerance = 1e-6});
  for (Vec3& value : x) value *= 1.001;
  const auto warm = solve(system.matrix, system.fixed, system.right_side, x, {.tolerance = 1e-6});
  EXPECT_TRUE(cold.converged() && warm.converged());
  EXPECT_LT(warm.iterations, cold.iterations);
}

TEST(ConjugateGradient, ZeroRightSideGivesZeroAtOnce) {
  test::Random random(5);
  const BlockMatrix matrix = test::random_matrix(10, 20, 20, random);
  const std::vector<Vec3> b(10, Vec3::Zero());
  std::vector<Vec3> x = test::random_vectors(10, random);
  const auto report = solve(matrix, {}, b, x, {});
  EXPECT_TRUE(report.converged());
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(x, b);
}

TEST(ConjugateGradient, AllFixedIsDoneAtOnce) {
  test::Random random(6);
  const BlockMatrix matrix = test::random_matrix(10, 20, 20, random);
  const std::vector<std::uint8_t> fixed(10, 1);
  const std::vector<Vec3> b = test::random_vectors(10, random);
  std::vector<Vec3> x = test::random_vectors(10, random);
  const std::vector<Vec3> before = x;
  const auto report = solve(matrix, fixed, b, x, {});
  EXPECT_TRUE(report.converged());
  EXPECT_EQ(x, before);
}

TEST(ConjugateGradient, OfNothingConverges) { EXPECT_TRUE(solve(BlockMatrix(), {}, {}, {}, {}).converged()); }

TEST(ConjugateGradient, SaysWhenTheIterationsWereNotEnough) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 20});
  std::vector<Vec3> x(system.right_side.size(), Vec3::Zero());
  const auto report =
      solve(system.matrix, system.fixed, system.right_side, x, {.tolerance = 1e-10, .max_iterations = 3});
  EXPECT_EQ(report.status, Status::iteration_limit);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_GT(report.relative_residual, 1e-10);
}

TEST(ConjugateGradient, SaysWhenANumberIsNotFiniteAndKeepsXFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, inf}) {
    test::Random random(7);
    BlockMatrix matrix = test::random_matrix(10, 20, 20, random);
    std::vector<Vec3> b = test::random_vectors(10, random);
    std::vector<Vec3> x(10, Vec3::Zero());
    b[4].y() = bad;
    EXPECT_EQ(solve(matrix, {}, b, x, {}).status, Status::non_finite);
    b[4].y() = 0.0;
    matrix.block(3)(1, 2) = bad;
    EXPECT_EQ(solve(matrix, {}, b, x, {}).status, Status::non_finite);
    for (const Vec3& value : x) EXPECT_TRUE(value.allFinite());
  }
}

TEST(ConjugateGradient, SaysWhenTheMatrixIsNotPositiveDefinite) {
  test::Random random(8);
  BlockMatrix matrix = test::random_matrix(10, 20, 20, random);
  const std::vector<Vec3> b = test::random_vectors(10, random);
  std::vector<Vec3> x(10, Vec3::Zero());
  for (std::size_t i = 0; i < 10; ++i)
    matrix.block(matrix.block_pattern().diagonal_slot(VertexId(i))) = -100.0 * Mat3::Identity();
  EXPECT_EQ(solve(matrix, {}, b, x, {}).status, Status::breakdown);
  for (const Vec3& value : x) EXPECT_TRUE(value.allFinite());
}

TEST(ConjugateGradient, HasTheSameBitsOnAnyNumberOfThreads) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 50});
  std::vector<Vec3> one;
  for (const int threads : {1, 2, 4}) {
    std::vector<Vec3> x(system.right_side.size(), Vec3::Zero());
    with_threads(threads,
                 [&] { EXPECT_TRUE(solve(system.matrix, system.fixed, system.right_side, x, {}).converged()); });
    if (threads == 1) one = x;
    EXPECT_EQ(x, one) << threads << " threads";
  }
}

}  // namespace
}  // namespace muslin::conjugate_gradient_test
