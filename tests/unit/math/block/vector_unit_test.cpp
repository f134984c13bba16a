#include <gtest/gtest.h>

#include <cstring>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/block/vector_unit.hpp>
#include <muslin/math/krylov/incomplete_cholesky.hpp>
#include <muslin/math/krylov/multilevel.hpp>
#include <tests/support/cloth_system.hpp>
#include <tests/support/random_matrix.hpp>

namespace muslin::vector_unit_test {
namespace {

/// Returns what `compute` writes into its argument with this vector unit.
template <class Compute>
std::vector<Vec3> result_with(VectorUnit unit, std::size_t size, const Compute& compute) {
  const ScopedVectorUnit scope(unit);
  std::vector<Vec3> result(size, Vec3::Constant(7.0));
  compute(result);
  return result;
}

/// Compares bits: unlike with ==, zeros of different signs differ.
template <class Compute>
void expect_same_bits(std::size_t size, const Compute& compute) {
  if (best_vector_unit() == VectorUnit::portable) GTEST_SKIP() << "this processor has nothing but the portable variant";
  const std::vector<Vec3> portable = result_with(VectorUnit::portable, size, compute),
                          best = result_with(best_vector_unit(), size, compute);
  for (std::size_t i = 0; i < size; ++i)
    ASSERT_EQ(std::memcmp(portable[i].data(), best[i].data(), sizeof(Vec3)), 0)
        << i << ": " << portable[i].transpose() << " and " << best[i].transpose();
}

TEST(VectorUnit, ChangesWhileItsScopeExists) {
  EXPECT_EQ(vector_unit(), best_vector_unit());
  {
    const ScopedVectorUnit scope(VectorUnit::portable);
    EXPECT_EQ(vector_unit(), VectorUnit::portable);
  }
  EXPECT_EQ(vector_unit(), best_vector_unit());
}

TEST(VectorUnit, EveryUnitMultipliesToTheSameBits) {
  test::Random random(1);
  for (const std::size_t n : {std::size_t{1}, std::size_t{40}, 2 * Halo::kChunkRows + 100}) {
    const BlockMatrix matrix = test::random_matrix(n, 3 * static_cast<int>(n), 3 * static_cast<int>(n), random);
    const std::vector<Vec3> x = test::random_vectors(n, random);
    expect_same_bits(n, [&](std::vector<Vec3>& y) { matrix.multiply(x, y); });
  }
}

// Entries of very different sizes: sums in another order differ in nearly every number.
TEST(VectorUnit, EveryUnitMultipliesClothToTheSameBits) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 40});
  expect_same_bits(system.right_side.size(),
                   [&](std::vector<Vec3>& y) { system.matrix.multiply(system.right_side, y); });
}

TEST(VectorUnit, EveryUnitPreconditionsToTheSameBits) {
  const test::ClothSystem system = test::make_cloth_system({.vertices_per_side = 40});
  Multilevel multilevel(system.matrix);
  multilevel.refresh(system.matrix, system.fixed);
  std::vector<Vec3> r = system.right_side;
  for (std::size_t i = 0; i < r.size(); ++i)
    if (system.fixed[i] != 0) r[i].setZero();
  expect_same_bits(r.size(), [&](std::vector<Vec3>& z) { multilevel.apply(r, z); });
}

}  // namespace
}  // namespace muslin::vector_unit_test
