#include <algorithm>
#include <array>
#include <cstring>
#include <muslin/math/direct/dense_strips.hpp>

namespace muslin {
namespace {

constexpr std::size_t kRows = DenseStrips::kRows;
constexpr std::size_t kColumns = 4;  ///< columns of the target that are computed together
using Targets = std::array<double*, kColumns>;

/// Four numbers that are processed together; the compiler splits them into two halves where it must.
using Four = double __attribute__((vector_size(4 * sizeof(double))));

[[gnu::always_inline]] inline void load(const double* from, Four& value) { std::memcpy(&value, from, sizeof value); }
[[gnu::always_inline]] inline void subtract_at(double* place, const Four& sum) {
  Four value;
  load(place, value);
  value -= sum;
  std::memcpy(place, &value, sizeof value);
}

/// Processes whole strips and four columns, with `Fours` times four rows at once. `targets` points to the entries of
/// the first row. The function is inlined so that it is compiled for the processor of its caller, and it is written out
/// so that its sums stay in registers.
template <std::size_t Fours>
[[gnu::always_inline]] inline void subtract_strips(const double* strips, std::size_t count, const double* weights,
                                                   std::size_t depth, const Targets& targets) {
  for (std::size_t part = 0; part < count * kRows; part += 4 * Fours) {
    const double* l = strips + part / kRows * kRows * depth + part % kRows;
    const double* w = weights;
    Four a0{}, a1{}, a2{}, a3{}, b0{}, b1{}, b2{}, b3{};
    for (std::size_t k = 0; k < depth; ++k, l += kRows, w += kColumns) {
      Four a;
      load(l, a);
      a0 += a * w[0];
      a1 += a * w[1];
      a2 += a * w[2];
      a3 += a * w[3];
      if constexpr (Fours == 2) {
        Four b;
        load(l + 4, b);
        b0 += b * w[0];
        b1 += b * w[1];
        b2 += b * w[2];
        b3 += b * w[3];
      }
    }
    subtract_at(targets[0] + part, a0);
    subtract_at(targets[1] + part, a1);
    subtract_at(targets[2] + part, a2);
    subtract_at(targets[3] + part, a3);
    if constexpr (Fours == 2) {
      subtract_at(targets[0] + part + 4, b0);
      subtract_at(targets[1] + part + 4, b1);
      subtract_at(targets[2] + part + 4, b2);
      subtract_at(targets[3] + part + 4, b3);
    }
  }
}

void subtract_narrow(const double* strips, std::size_t count, const double* weights, std::size_t depth,
                     const Targets& targets) {
  subtract_strips<1>(strips, count, weights, depth, targets);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void subtract_wide(const double* strips, std::size_t count, const double* weights,
                                           std::size_t depth, const Targets& targets) {
  subtract_strips<2>(strips, count, weights, depth, targets);
}
#else
constexpr auto subtract_wide = subtract_narrow;
#endif

}  // namespace

ProductSubtraction::Vectors ProductSubtraction::best_vectors() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0 ? Vectors::wide : Vectors::narrow;
#else
  return Vectors::narrow;
#endif
}

ProductSubtraction::ProductSubtraction(Vectors vectors)
    : subtract_strips_(vectors == Vectors::wide ? subtract_wide : subtract_narrow) {}

void DenseStrips::take(const double* matrix, std::size_t stride, std::size_t rows, std::size_t columns) {
  rows_ = rows;
  columns_ = columns;
  values_.resize(std::max(values_.size(), count() * kRows * columns));
  for (std::size_t first = 0; first < rows; first += kRows) {
    double* to = values_.data() + first * columns;
    const double* from = matrix + first;
    const std::size_t whole = std::min(kRows, rows - first);
    for (std::size_t k = 0; k < columns; ++k, to += kRows, from += stride) {
      if (whole == kRows) {
        std::memcpy(to, from, kRows * sizeof(double));
      } else {
        std::copy_n(from, whole, to);
        std::fill(to + whole, to + kRows, 0.0);
      }
    }
  }
}

void ProductSubtraction::operator()(const DenseStrips& a, std::span<const double> d, const DenseStrips& b, Part part,
                                    double* target, std::size_t stride) {
  const std::size_t depth = d.size();
  if (depth == 0 || a.rows() == 0) return;
  weights_.resize(std::max(weights_.size(), kColumns * depth));
  discarded_column_.resize(std::max(discarded_column_.size(), a.count() * kRows));
  for (std::size_t first = 0; first < b.rows(); first += kColumns) {
    const double* const own = b.strip(first / kRows) + first % kRows;
    for (std::size_t k = 0; k < depth; ++k)
      for (std::size_t c = 0; c < kColumns; ++c) weights_[k * kColumns + c] = own[k * kRows + c] * d[k];
    const std::size_t strip = part == Part::lower ? first / kRows : 0;
    Targets targets{};
    for (std::size_t c = 0; c < kColumns; ++c)
      targets[c] = (first + c < b.rows() ? target + (first + c) * stride : discarded_column_.data()) + strip * kRows;
    subtract_strips_(a.strip(strip), a.count() - strip, weights_.data(), depth, targets);
  }
}

}  // namespace muslin
