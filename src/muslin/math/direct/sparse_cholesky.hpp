#pragma once
#include <memory>
#include <muslin/math/block/block_matrix.hpp>
#include <span>

namespace muslin {

/// Direct solution by a sparse LDLᵀ factorisation. The order of elimination is found once per pattern; factorise()
/// takes new values. For small matrices, and for many right-hand sides with one matrix: beyond a few thousand vertices
/// conjugate gradients win for a single one. On one thread.
class SparseCholesky {
 public:
  /// For matrices with the patterns of `matrix`, whose values are not read.
  explicit SparseCholesky(const BlockMatrix& matrix);
  ~SparseCholesky();
  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky&&) noexcept;

  /// Takes the values of `matrix`, with the rows and columns of fixed vertices left out. False: the matrix is not
  /// positive definite, or not finite, and solve() must not be called.
  [[nodiscard]] bool factorise(const BlockMatrix& matrix, FixedMask fixed);

  /// Solves A x = b for the free vertices of the matrix last factorised, which is given again for the pull of the fixed
  /// ones: x holds their prescribed values, which stay. b is not read there.
  void solve(const BlockMatrix& matrix, std::span<const Vec3> b, std::span<Vec3> x);

  /// Entries of the factor: a measure of memory and time.
  [[nodiscard]] std::size_t factor_entries() const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace muslin
