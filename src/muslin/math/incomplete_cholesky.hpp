#pragma once
#include <array>
#include <muslin/math/preconditioner.hpp>
#include <vector>

namespace muslin {

/// Block Cholesky factorisation without fill-in, A ≈ L D Lᵀ, of each of up to 16 ranges of rows by itself: the ranges
/// run in parallel, and depend on the size of the matrix alone. Numbers Q outside the pattern of the blocks are moved
/// to the diagonal, with their absolute value, which keeps the factored matrix positive.
///
/// The factor is kept in single precision, and its product with a vector is symmetric up to that.
class IncompleteCholesky final : public Preconditioner {
 public:
  explicit IncompleteCholesky(const BlockMatrix& matrix);

  [[nodiscard]] std::string_view name() const override { return "incomplete Cholesky"; }
  void refresh(const BlockMatrix& matrix, FixedMask fixed) override;
  void apply(std::span<const Vec3> r, std::span<Vec3> z) override;

 private:
  using Block = std::array<float, 9>;  ///< by columns
  using Vector = std::array<float, 3>;

  void load_range(const BlockMatrix& matrix, FixedMask fixed, std::size_t begin, std::size_t end,
                  std::vector<Mat3>& diagonal);
  void factor_range(const BlockMatrix& matrix, FixedMask fixed, std::size_t begin, std::size_t end);

  std::size_t range_rows_;
  std::vector<std::int32_t> row_begin_;  ///< first entry of each row, and the end
  std::vector<std::int32_t> columns_;    ///< right of the diagonal, inside the range
  std::vector<Block> upper_;             ///< D⁻¹ times the row: Lᵀ without its unit diagonal
  std::vector<Block> inverse_pivots_;    ///< D⁻¹; zero for fixed vertices
  std::vector<Vector> work_;
};

}  // namespace muslin
