#include <gtest/gtest.h>

#include <muslin/core/parallel.hpp>
#include <muslin/math/krylov/block_jacobi.hpp>
#include <muslin/math/krylov/conjugate_gradient.hpp>
#include <muslin/math/krylov/multilevel.hpp>
#include <tests/support/cloth_system.hpp>
#include <tests/support/dense.hpp>
#include <tests/support/random_matrix.hpp>

namespace muslin::preconditioner_test {
namespace {

class EveryPreconditioner : public testing::TestWithParam<PreconditionerKind> {};

std::unique_ptr<Preconditioner> fresh(PreconditionerKind kind, const BlockMatrix& matrix, FixedMask fixed) {
  auto preconditioner = make_preconditioner(kind, matrix);
  preconditioner->refresh(matrix, fixed);
  return preconditioner;
}

double dot(std::span<const Vec3> a, std::span<const Vec3> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
  return sum;
}

std::vector<Vec3> random_free(FixedMask fixed, std::size_t n, test::Random& random) {
  std::vector<Vec3> vectors = test::random_vectors(n, random);
  for (std::size_t i = 0; i < n; ++i)
    if (is_fixed(fixed, i)) vectors[i].setZero();
  return vectors;
}

// Single precision inside: symmetric to seven digits, the fewer the stiffer the couplings; positive without doubt.
void expect_symmetric_and_positive(Preconditioner& preconditioner, const test::ClothSystem& system, double asymmetry) {
  const std::size_t n = system.right_side.size();
  test::Random random(1);
  std::vector<Vec3> px(n), py(n);
  for (int repeat = 0; repeat < 5; ++repeat) {
    const std::vector<Vec3> x = random_free(system.fixed, n, random), y = random_free(system.fixed, n, random);
    preconditioner.apply(x, px);
    preconditioner.apply(y, py);
    EXPECT_GT(dot(x, px), 0.0);
    EXPECT_NEAR(dot(x, py), dot(y, px), asymmetry * std::sqrt(dot(x, px) * dot(y, py)));
    for (std::size_t i = 0; i < n; ++i) EXPECT_TRUE(system.fixed[i] == 0 || px[i].isZero(0.0));
  }
}

TEST_P(EveryPreconditioner, IsSymmetricAndPositiveOnFreeVertices) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 40});
  expect_symmetric_and_positive(*fresh(GetParam(), system.matrix, system.fixed), system, 1e-5);
}

// All eigenvalues, of a cloth large enough for a coarse level.
TEST_P(EveryPreconditioner, HasPositiveEigenvaluesOnStiffCloth) {
  const test::ClothSystem system =
      test::make_cloth_system({.vertices_per_side = 11, .step = 1.0 / 60.0, .stretch = 10'000.0});
  const auto preconditioner = fresh(GetParam(), system.matrix, {});
  const auto n = static_cast<Eigen::Index>(system.right_side.size());
  Eigen::MatrixXd all(3 * n, 3 * n);
  std::vector<Vec3> unit(system.right_side.size(), Vec3::Zero()), column(unit.size());
  for (Eigen::Index k = 0; k < 3 * n; ++k) {
    unit[static_cast<std::size_t>(k / 3)][k % 3] = 1.0;
    preconditioner->apply(unit, column);
    unit[static_cast<std::size_t>(k / 3)][k % 3] = 0.0;
    all.col(k) = test::flat(column);
  }
  EXPECT_LE((all - all.transpose()).norm(), 1e-5 * all.norm());
  const Eigen::LLT<Eigen::MatrixXd> factor(0.5 * (all + all.transpose()));
  EXPECT_EQ(factor.info(), Eigen::Success);
}

TEST_P(EveryPreconditioner, LeadsToTheSolution) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 12});
  const auto preconditioner = fresh(GetParam(), system.matrix, system.fixed);
  std::vector<Vec3> x(system.right_side.size(), Vec3::Zero()), expected = x;
  x.back() = expected.back() = Vec3(0.01, 0.02, -0.01);  // fixed, and moved
  test::dense_solve(system.matrix, system.fixed, system.right_side, expected);
  const auto report = ConjugateGradient().solve(system.matrix, *preconditioner, system.fixed, system.right_side, x,
                                                {.tolerance = 1e-9});
  EXPECT_TRUE(report.converged());
  EXPECT_LE((test::flat(x) - test::flat(expected)).norm(), 1e-6 * test::flat(expected).norm());
}

TEST_P(EveryPreconditioner, WorksOnMatricesWithoutStructure) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    SCOPED_TRACE(seed);
    test::Random random(seed);
    const auto n = static_cast<std::size_t>(random.integer(1, 130));
    const int pairs = static_cast<int>(n) * random.integer(0, 4);  // 0: only isolated vertices
    const BlockMatrix matrix = test::random_matrix(n, pairs, pairs, random);
    std::vector<std::uint8_t> fixed(n, 0);
    for (std::uint8_t& f : fixed) f = random.chance(0.1) ? 1 : 0;
    const auto preconditioner = fresh(GetParam(), matrix, fixed);
    const std::vector<Vec3> b = test::random_vectors(n, random);
    std::vector<Vec3> x = test::random_vectors(n, random), expected = x;
    test::dense_solve(matrix, fixed, b, expected);
    const auto report = ConjugateGradient().solve(matrix, *preconditioner, fixed, b, x, {.tolerance = 1e-10});
    EXPECT_TRUE(report.converged());
    EXPECT_LE((test::flat(x) - test::flat(expected)).norm(), 1e-7 * test::flat(expected).norm());
  }
}

TEST_P(EveryPreconditioner, TakesNewValuesAndNewFixedVertices) {
  test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 15});
  const auto used = fresh(GetParam(), system.matrix, system.fixed);
  for (std::size_t s = 0; s < system.matrix.block_pattern().slot_count(); ++s) system.matrix.block(s) *= 2.0;
  system.fixed[0] = 1;
  system.fixed[20] = 1;
  used->refresh(system.matrix, system.fixed);
  const auto made_anew = fresh(GetParam(), system.matrix, system.fixed);
  test::Random random(2);
  const std::vector<Vec3> r = random_free(system.fixed, system.right_side.size(), random);
  std::vector<Vec3> first(r.size()), second(r.size());
  used->apply(r, first);
  made_anew->apply(r, second);
  EXPECT_EQ(first, second);
}

TEST_P(EveryPreconditioner, HasTheSameBitsOnAnyNumberOfThreads) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 60});
  std::vector<Vec3> one;
  for (const int threads : {1, 2, 4}) {
    std::vector<Vec3> z(system.right_side.size());
    with_threads(threads, [&] {
      const auto preconditioner = fresh(GetParam(), system.matrix, system.fixed);
      test::Random random(3);
      preconditioner->apply(random_free(system.fixed, z.size(), random), z);
    });
    if (threads == 1) one = z;
    EXPECT_EQ(z, one) << threads << " threads";
  }
}

TEST_P(EveryPreconditioner, ConvergesOnStiffClothAndLongSteps) {
  const test::ClothSystem system =
      test::make_cloth_system({.vertices_per_side = 40, .step = 1.0 / 60.0, .stretch = 10'000.0});
  const auto preconditioner = fresh(GetParam(), system.matrix, system.fixed);
  std::vector<Vec3> x(system.right_side.size(), Vec3::Zero());
  EXPECT_TRUE(
      ConjugateGradient().solve(system.matrix, *preconditioner, system.fixed, system.right_side, x).converged());
}

TEST_P(EveryPreconditioner, StaysFiniteOnAMatrixThatHasNoInverse) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 12});
  const BlockMatrix zero(system.matrix.block_pattern(), system.matrix.scalar_pattern());
  const auto preconditioner = fresh(GetParam(), zero, {});
  std::vector<Vec3> z(system.right_side.size());
  preconditioner->apply(system.right_side, z);
  for (const Vec3& value : z) EXPECT_TRUE(value.allFinite());
}

TEST_P(EveryPreconditioner, OfNothingDoesNothing) {
  const BlockMatrix nothing;
  fresh(GetParam(), nothing, {})->apply({}, {});
}

/// A sheet that is folded over and pressed together: each vertex of one half on a triangle of the other.
test::ClothSystem pressed_cloth(int side, double stiffness) {
  test::ClothSystem system = test::make_cloth_system({.vertices_per_side = side});
  std::vector<Coupling> couplings;
  std::vector<Vec3> places(system.right_side.size());
  test::Random random(7);
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const int i = row * side + column;
      places[static_cast<std::size_t>(i)] = Vec3(column, std::min(row, side - 1 - row), 0.0);
      if (row + 1 >= side / 2 || column + 1 >= side) continue;
      const int j = (side - 1 - row) * side + column;
      const Vec3 n = (Vec3::UnitZ() + 0.3 * random.in_box(1.0)).normalized();
      couplings.push_back({{VertexId(i), VertexId(i + 1), VertexId(i + side), VertexId(j)},
                           {-0.5, -0.25, -0.25, 1.0},
                           SymmetricBlock(stiffness * system.matrix.block(0).norm() * n * n.transpose())});
    }
  }
  system.matrix.set_couplings(Couplings(places.size(), couplings), places);
  return system;
}

TEST_P(EveryPreconditioner, IsPositiveWhereClothIsPressedTogether) {
  for (const double stiffness : {0.1, 10.0, 1000.0}) {
    const test::ClothSystem system = pressed_cloth(44, stiffness);
    const auto preconditioner = fresh(GetParam(), system.matrix, system.fixed);
    expect_symmetric_and_positive(*preconditioner, system, 1e-4);
    std::vector<Vec3> x(system.right_side.size(), Vec3::Zero());
    EXPECT_TRUE(
        ConjugateGradient().solve(system.matrix, *preconditioner, system.fixed, system.right_side, x).converged());
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryPreconditioner,
                         testing::Values(PreconditionerKind::block_jacobi, PreconditionerKind::incomplete_cholesky,
                                         PreconditionerKind::multilevel, PreconditionerKind::automatic));

int iterations(PreconditionerKind kind, int side) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = side});
  const auto preconditioner = fresh(kind, system.matrix, system.fixed);
  std::vector<Vec3> x(system.right_side.size(), Vec3::Zero());
  const auto report = ConjugateGradient().solve(system.matrix, *preconditioner, system.fixed, system.right_side, x);
  EXPECT_TRUE(report.converged());
  return report.iterations;
}

// A factor that did not know the couplings, or whose pivots failed, would take hundreds.
TEST(IncompleteCholesky, KnowsWhatIsPressedTogether) {
  const auto iterations_with = [](const test::ClothSystem& system, PreconditionerKind kind) {
    const auto preconditioner = fresh(kind, system.matrix, system.fixed);
    std::vector<Vec3> x(system.right_side.size(), Vec3::Zero());
    return ConjugateGradient().solve(system.matrix, *preconditioner, system.fixed, system.right_side, x).iterations;
  };
  for (const double stiffness : {0.1, 1.0}) {
    const test::ClothSystem system = pressed_cloth(44, stiffness);
    EXPECT_LE(iterations_with(system, PreconditionerKind::automatic), 60);
    EXPECT_LE(3 * iterations_with(system, PreconditionerKind::automatic),
              iterations_with(system, PreconditionerKind::block_jacobi));
  }
}

TEST(Multilevel, IterationsHardlyGrowWithTheMesh) {
  const int small = iterations(PreconditionerKind::multilevel, 20),
            large = iterations(PreconditionerKind::multilevel, 80);
  EXPECT_LE(large, small + 6);
  EXPECT_LE(4 * large, iterations(PreconditionerKind::block_jacobi, 80));
}

TEST(Prolongation, ReproducesTranslationsAndLeavesIsolatedVerticesAlone) {
  const std::vector<VertexPair> pairs = {{VertexId(0), VertexId(1)},
                                         {VertexId(1), VertexId(2)},
                                         {VertexId(2), VertexId(3)},
                                         {VertexId(3), VertexId(4)},
                                         {VertexId(4), VertexId(5)}};
  const Prolongation prolongation(BlockPattern(7, pairs));  // vertex 6 is isolated
  ASSERT_EQ(prolongation.coarse_count(), 2U);               // around 0: 0 1; around 3: 2 3 4, and 5 joins them
  const std::vector<Vec3> coarse(2, Vec3(1, 2, 3));
  std::vector<Vec3> fine(7, Vec3::Zero());
  prolongation.add_prolonged(coarse, {}, fine);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_LE((fine[i] - coarse[0]).norm(), 1e-6);
  EXPECT_EQ(fine[6], Vec3(Vec3::Zero()));
}

TEST(GalerkinProduct, IsTheDenseProduct) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 9});
  const Prolongation prolongation(system.matrix.block_pattern());
  GalerkinProduct product(system.matrix, prolongation);
  BlockMatrix coarse = product.make_coarse_matrix();
  product.compute(system.matrix, prolongation, system.fixed, coarse);
  Eigen::MatrixXd p = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(3 * prolongation.fine_count()),
                                            static_cast<Eigen::Index>(3 * prolongation.coarse_count()));
  for (std::size_t i = 0; i < prolongation.fine_count(); ++i)
    for (const auto& entry : prolongation.of_fine(i))
      if (system.fixed[i] == 0)
        p.block<3, 3>(static_cast<Eigen::Index>(3 * i), 3 * entry.vertex).diagonal().setConstant(entry.weight);
  const Eigen::MatrixXd expected = p.transpose() * test::dense(system.matrix) * p;
  EXPECT_LE((test::dense(coarse) - expected).norm(), 1e-13 * expected.norm());
}

TEST(SafeInverse, InvertsWhatCanBeInverted) {
  Mat3 block;
  block << 4, 1, 0.5, 1, 3, -1, 0.5, -1, 2;
  EXPECT_LE((safe_inverse(block) * block - Mat3::Identity()).norm(), 1e-15 * 10);
  EXPECT_EQ(safe_inverse(Mat3::Zero()), Mat3(Mat3::Identity()));
  EXPECT_EQ(safe_inverse(-block), Mat3(Mat3::Identity()));
}

}  // namespace
}  // namespace muslin::preconditioner_test
