#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <span>
#include <type_traits>
#include <vector>

namespace muslin {

/// A sparse matrix B with four entries per row: the stencils of a zone's contacts as a linear map from its movable
/// vertices. Entries are scalars, which act on each of the three coordinates, or vectors, whose product with a vector
/// is a scalar. Both kinds of rows share these products, which dominate the run time of the iterative solvers of a
/// zone.
template <class Entry>
class StencilMatrix {
 public:
  /// The type of the product of an entry and a T.
  template <class T>
  using Product = std::conditional_t<std::is_same_v<Entry, T> && std::is_same_v<T, Vec3>, double,
                                     std::conditional_t<std::is_same_v<Entry, double>, T, Entry>>;

  [[nodiscard]] std::size_t size() const { return rows_.size(); }  ///< number of rows
  [[nodiscard]] std::size_t vertex_count() const { return columns_; }

  /// Computes B y.
  template <class T>
  void multiply(std::span<const T> y, std::span<Product<T>> product) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      Product<T> sum = times(row.entry[0], y[row.vertex[0]]);
      for (std::size_t j = 1; j < 4; ++j) sum += times(row.entry[j], y[row.vertex[j]]);
      product[i] = sum;
    }
  }
  /// Computes y = Bᵀ p.
  template <class T>
  void multiply_transposed(std::span<const T> p, std::span<Product<T>> y) const {
    for (Product<T>& value : y) set_zero(value);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      for (std::size_t j = 0; j < 4; ++j) y[row.vertex[j]] += times(row.entry[j], p[i]);
    }
  }

  /// Returns an upper bound of the eigenvalues of B Bᵀ: the largest row sum of |B| |Bᵀ|.
  [[nodiscard]] double largest_eigenvalue_bound() const {
    std::vector<double> columns(vertex_count(), 0.0);
    for_each_entry([&](std::size_t, std::size_t vertex, const Entry& entry) { columns[vertex] += norm(entry); });
    std::vector<double> sums(size(), 0.0);
    for_each_entry(
        [&](std::size_t row, std::size_t vertex, const Entry& entry) { sums[row] += norm(entry) * columns[vertex]; });
    return sums.empty() ? 0.0 : *std::max_element(sums.begin(), sums.end());
  }
  /// Calls body(row, vertex, entry) for all nonzero entries.
  template <class Body>
  void for_each_entry(Body&& body) const {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (std::size_t j = 0; j < 4; ++j)
        if (!is_zero(rows_[i].entry[j])) body(i, rows_[i].vertex[j], rows_[i].entry[j]);
  }

 protected:
  struct Row {
    std::array<std::uint32_t, 4> vertex = {};  ///< index in the zone; arbitrary where the entry is zero
    std::array<Entry, 4> entry;
  };
  /// Makes this a matrix of zeros.
  void reset(std::size_t rows, std::size_t vertices) {
    Row zero;
    for (Entry& entry : zero.entry) set_zero(entry);
    rows_.assign(rows, zero);
    columns_ = vertices;
  }
  [[nodiscard]] Row& row(std::size_t i) { return rows_[i]; }
  [[nodiscard]] const Row& row(std::size_t i) const { return rows_[i]; }

 private:
  static double times(const Vec3& a, const Vec3& b) { return a.dot(b); }
  static Vec3 times(double a, const Vec3& b) { return a * b; }
  static Vec3 times(const Vec3& a, double b) { return b * a; }
  static double times(double a, double b) { return a * b; }
  static double norm(double a) { return std::abs(a); }
  static double norm(const Vec3& a) { return a.norm(); }
  static bool is_zero(double a) { return a == 0.0; }
  static bool is_zero(const Vec3& a) { return a == Vec3::Zero(); }
  static void set_zero(double& a) { a = 0.0; }
  static void set_zero(Vec3& a) { a.setZero(); }

  std::vector<Row> rows_;
  std::size_t columns_ = 0;
};

}  // namespace muslin
