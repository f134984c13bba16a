#pragma once

// Functions of which there is a variant for processors with AVX2. The attribute lets the compiler use these
// instructions in one function, while all others run on any processor.
#if defined(__x86_64__) && defined(__GNUC__)
#define MUSLIN_HAS_AVX2_VARIANTS 1
#define MUSLIN_AVX2 __attribute__((target("avx2")))
#else
#define MUSLIN_HAS_AVX2_VARIANTS 0
#endif

namespace muslin {

/// The instructions that the inner loops of the linear solver use. Both variants round every operation by itself and in
/// the same order, without fused multiply-adds, so they give the same bits.
enum class VectorUnit {
  portable,  ///< what every processor has that this program was compiled for
  avx2,      ///< four doubles at once
};

/// Returns the fastest that this processor has.
[[nodiscard]] VectorUnit best_vector_unit();

/// Returns the one in use: the best, unless a test has chosen another.
[[nodiscard]] VectorUnit vector_unit();

/// Uses another one while it exists, in the whole program. It is for tests that compare the variants.
class ScopedVectorUnit {
 public:
  explicit ScopedVectorUnit(VectorUnit unit);
  ~ScopedVectorUnit();
  ScopedVectorUnit(const ScopedVectorUnit&) = delete;
  ScopedVectorUnit& operator=(const ScopedVectorUnit&) = delete;

 private:
  VectorUnit before_;
};

}  // namespace muslin
