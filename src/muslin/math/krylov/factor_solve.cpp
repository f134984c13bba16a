#include <cstring>
#include <muslin/math/block/vector_unit.hpp>
#include <muslin/math/krylov/factor_solve.hpp>

namespace muslin {
namespace {

using Float4 = float __attribute__((vector_size(16), may_alias));

/// Reads a column of a block, which begins at any number. A pointer to a vector type would promise more alignment, on
/// which Clang relies.
[[gnu::always_inline]] inline Float4 load(const float* numbers) {
  Float4 vector;
  std::memcpy(&vector, numbers, sizeof(vector));
  return vector;
}

/// One source for both vector units: compiled for AVX2, it needs fewer instructions for the same operations.
[[gnu::always_inline]] inline void solve_in_place(const FactorSolve& factor) {
  auto* const y = reinterpret_cast<Float4*>(factor.vectors);
  // Solve L y = r, from the first row to the last. Lane k of a product of column c is a term of the sum for c;
  // transposing the products makes three vectors of terms.
  for (std::size_t k = 0; k < factor.rows; ++k) {
    const Float4 yk = y[k];
    for (std::int32_t e = factor.row_begin[k], end = factor.row_begin[k + 1]; e < end; ++e) {
      const float* const block = factor.upper + 9 * static_cast<std::ptrdiff_t>(e);
      const Float4 product0 = load(block) * yk, product1 = load(block + 3) * yk, product2 = load(block + 6) * yk;
      const Float4 low = __builtin_shufflevector(product0, product1, 0, 4, 1, 5),
                   high = __builtin_shufflevector(product0, product1, 2, 6, 3, 7);
      const Float4 term0 = __builtin_shufflevector(low, product2, 0, 1, 4, 7),
                   term1 = __builtin_shufflevector(low, product2, 2, 3, 5, 7),
                   term2 = __builtin_shufflevector(high, product2, 0, 1, 6, 7);
      y[factor.columns[e]] -= term0 + term1 + term2;
    }
  }
  // Solve D Lᵀ z = y, from the last row to the first.
  const auto product = [](const float* block, Float4 v) __attribute__((always_inline)) {
    return load(block) * __builtin_shufflevector(v, v, 0, 0, 0, 0) +
           load(block + 3) * __builtin_shufflevector(v, v, 1, 1, 1, 1) +
           load(block + 6) * __builtin_shufflevector(v, v, 2, 2, 2, 2);
  };
  for (std::size_t k = factor.rows; k-- > 0;) {
    Float4 sum = product(factor.inverse_pivots + 9 * k, y[k]);
    for (std::int32_t e = factor.row_begin[k], end = factor.row_begin[k + 1]; e < end; ++e)
      sum -= product(factor.upper + 9 * static_cast<std::ptrdiff_t>(e), y[factor.columns[e]]);
    y[k] = sum;
  }
}

void solve_portable(const FactorSolve& factor) { solve_in_place(factor); }
#if MUSLIN_HAS_AVX2_VARIANTS
MUSLIN_AVX2 void solve_avx2(const FactorSolve& factor) { solve_in_place(factor); }
#endif

}  // namespace

void FactorSolve::solve() const {
#if MUSLIN_HAS_AVX2_VARIANTS
  if (vector_unit() == VectorUnit::avx2) return solve_avx2(*this);
#endif
  solve_portable(*this);
}

}  // namespace muslin
