#pragma once
#include <array>
#include <cstdint>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace muslin {

/// Four floats that are compared at once, for the box tests of the broad phase. Comparisons are exact, so both
/// implementations give the same bits.
struct Float4 {
#if defined(__SSE2__)
  __m128 lanes;
  static Float4 load(const float* aligned) { return {_mm_load_ps(aligned)}; }
  static Float4 all(float value) { return {_mm_set1_ps(value)}; }
#else
  std::array<float, 4> lanes;
  static Float4 load(const float* aligned) { return {{aligned[0], aligned[1], aligned[2], aligned[3]}}; }
  static Float4 all(float value) { return {{value, value, value, value}}; }
#endif
};

/// One truth value per lane.
struct Mask4 {
#if defined(__SSE2__)
  __m128 lanes;
#else
  unsigned bits_;
#endif
  friend Mask4 operator&(Mask4 a, Mask4 b) {
#if defined(__SSE2__)
    return {_mm_and_ps(a.lanes, b.lanes)};
#else
    return {a.bits_ & b.bits_};
#endif
  }
  friend Mask4 operator|(Mask4 a, Mask4 b) {
#if defined(__SSE2__)
    return {_mm_or_ps(a.lanes, b.lanes)};
#else
    return {a.bits_ | b.bits_};
#endif
  }
  /// Returns the truth value of lane i in bit i.
  [[nodiscard]] unsigned bits() const {
#if defined(__SSE2__)
    return static_cast<unsigned>(_mm_movemask_ps(lanes));
#else
    return bits_;
#endif
  }
};

[[nodiscard]] inline Mask4 operator<=(Float4 a, Float4 b) {
#if defined(__SSE2__)
  return {_mm_cmple_ps(a.lanes, b.lanes)};
#else
  unsigned bits = 0;
  for (unsigned i = 0; i < 4; ++i) bits |= (a.lanes[i] <= b.lanes[i] ? 1U : 0U) << i;
  return {bits};
#endif
}

/// Marks which of four indices equal `value`.
[[nodiscard]] inline Mask4 equal(const std::int32_t* aligned, std::int32_t value) {
#if defined(__SSE2__)
  const __m128i four = _mm_load_si128(reinterpret_cast<const __m128i*>(aligned));
  return {_mm_castsi128_ps(_mm_cmpeq_epi32(four, _mm_set1_epi32(value)))};
#else
  unsigned bits = 0;
  for (unsigned i = 0; i < 4; ++i) bits |= (aligned[i] == value ? 1U : 0U) << i;
  return {bits};
#endif
}

}  // namespace muslin
