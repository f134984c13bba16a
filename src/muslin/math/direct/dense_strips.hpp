#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace muslin {

/// Rows of a dense matrix, laid out so that products of them can be formed quickly: a few rows after the other, each of
/// these strips by columns. Rows that the last strip lacks are zero.
class DenseStrips {
 public:
  static constexpr std::size_t kRows = 8;  ///< of a strip

  /// Takes over a matrix whose columns are `stride` apart.
  void take(const double* matrix, std::size_t stride, std::size_t rows, std::size_t columns);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::size_t count() const { return (rows_ + kRows - 1) / kRows; }
  [[nodiscard]] const double* strip(std::size_t s) const { return values_.data() + s * kRows * columns_; }

 private:
  std::size_t rows_ = 0, columns_ = 0;
  std::vector<double> values_;
};

/// target -= A D Bᵀ, D being diagonal and the target's columns `stride` apart. Each entry sums its products in the
/// order of the columns of A and B, whatever the processor: where it has wider vectors they are used, with the same
/// bits. Up to DenseStrips::kRows - 1 entries behind the last one are read and written as they are. On one thread.
class ProductSubtraction {
 public:
  enum class Vectors {
    narrow,  ///< that every processor has
    wide,    ///< AVX2
  };
  [[nodiscard]] static Vectors best_vectors();  ///< of this processor
  explicit ProductSubtraction(Vectors vectors = best_vectors());

  enum class Part {
    whole,
    lower,  ///< of a square target: what is above the diagonal is not to be used afterwards
  };
  void operator()(const DenseStrips& a, std::span<const double> d, const DenseStrips& b, Part part, double* target,
                  std::size_t stride);

 private:
  using Targets = std::array<double*, 4>;  ///< columns that are computed at once
  void (*subtract_strips_)(const double* strips, std::size_t count, const double* weights, std::size_t depth,
                           const Targets& targets);
  std::vector<double> weights_;           ///< of the columns that are at hand: D Bᵀ
  std::vector<double> discarded_column_;  ///< a column for what no column is there for
};

}  // namespace muslin
