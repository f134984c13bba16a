#include <atomic>
#include <muslin/math/block/vector_unit.hpp>

namespace muslin {
namespace {

std::atomic<VectorUnit>& unit_in_use() {
  static std::atomic<VectorUnit> unit = best_vector_unit();
  return unit;
}

}  // namespace

VectorUnit best_vector_unit() {
#if MUSLIN_HAS_AVX2_VARIANTS
  if (__builtin_cpu_supports("avx2")) return VectorUnit::avx2;
#endif
  return VectorUnit::portable;
}

VectorUnit vector_unit() { return unit_in_use().load(std::memory_order_relaxed); }

ScopedVectorUnit::ScopedVectorUnit(VectorUnit unit) : before_(unit_in_use().exchange(unit)) {}
ScopedVectorUnit::~ScopedVectorUnit() { unit_in_use().store(before_); }

}  // namespace muslin
