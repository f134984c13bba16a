#pragma once
#include <memory>
#include <muslin/math/block/block_matrix.hpp>
#include <span>

namespace muslin {

/// Solves systems directly by a sparse LDLᵀ factorisation. The elimination order is found once per pattern; factorise()
/// takes new values. This suits small matrices, and many right-hand sides with one matrix: beyond a few thousand
/// vertices, conjugate gradients are faster for a single one. It runs on one thread.
class SparseCholesky {
 public:
  /// Prepares for matrices with the patterns of `matrix`, whose values are not read.
  explicit SparseCholesky(const BlockMatrix& matrix);
  ~SparseCholesky();
  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky&&) noexcept;

  /// Factorises `matrix` without the rows and columns of fixed vertices. It returns false if the matrix is not positive
  /// definite or not finite; then solve() must not be called.
  [[nodiscard]] bool factorise(const BlockMatrix& matrix, FixedMask fixed);

  /// Solves A x = b for the free vertices of the matrix last factorised. The matrix is given again because its columns
  /// of fixed vertices contribute to the right-hand side: x contains their prescribed values, which stay. b is not read
  /// there.
  void solve(const BlockMatrix& matrix, std::span<const Vec3> b, std::span<Vec3> x);

  /// Returns the number of entries of the factor, a measure of memory and time.
  [[nodiscard]] std::size_t factor_entries() const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace muslin
