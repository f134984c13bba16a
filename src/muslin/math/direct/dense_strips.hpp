#pragma once
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace muslin {

/// Stores the rows of a dense matrix such that products of them can be formed quickly: in strips of a few rows, one
/// after the other, each stored by columns. Missing rows of the last strip are zero.
class DenseStrips {
 public:
  static constexpr std::size_t kRows = 8;  ///< rows of a strip

  /// Copies a matrix whose columns are `stride` apart.
  void take(const double* matrix, std::size_t stride, std::size_t rows, std::size_t columns);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::size_t count() const { return (rows_ + kRows - 1) / kRows; }
  [[nodiscard]] const double* strip(std::size_t s) const { return values_.data() + s * kRows * columns_; }

 private:
  std::size_t rows_ = 0, columns_ = 0;
  std::vector<double> values_;
};

/// Computes target -= A D Bᵀ, where D is diagonal and the columns of the target are `stride` apart. Each entry sums its
/// products in the order of the columns of A and B on every processor; wider vectors are used where available, with the
/// same bits. Up to DenseStrips::kRows - 1 entries behind the last one are read and written back unchanged. It runs on
/// one thread.
class ProductSubtraction {
 public:
  enum class Vectors {
    narrow,  ///< available on every processor
    wide,    ///< AVX2
  };
  [[nodiscard]] static Vectors best_vectors();  ///< widest vectors of this processor
  explicit ProductSubtraction(Vectors vectors = best_vectors());

  enum class Part {
    whole,
    lower,  ///< lower triangle of a square target; entries above the diagonal become invalid
  };
  void operator()(const DenseStrips& a, std::span<const double> d, const DenseStrips& b, Part part, double* target,
                  std::size_t stride);

 private:
  using Targets = std::array<double*, 4>;  ///< columns that are computed together
  void (*subtract_strips_)(const double* strips, std::size_t count, const double* weights, std::size_t depth,
                           const Targets& targets);
  std::vector<double> weights_;           ///< D Bᵀ of the current columns
  std::vector<double> discarded_column_;  ///< receives the results of columns beyond the last
};

}  // namespace muslin
