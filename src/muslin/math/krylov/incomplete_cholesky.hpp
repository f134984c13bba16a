#pragma once
#include <array>
#include <muslin/math/block/coupling_blocks.hpp>
#include <muslin/math/block/row_parts.hpp>
#include <muslin/math/krylov/preconditioner.hpp>
#include <vector>

namespace muslin {

/// Block Cholesky factorisation without fill-in, A ≈ L D Lᵀ, of each of up to 16 parts of the rows separately, in
/// parallel. The parts are ranges of rows, or parts in space if there are couplings, whose blocks are in the pattern of
/// the factor. The absolute values of numbers Q outside that pattern are added to the diagonal, and with couplings
/// those of the fill-in are too, which keeps the factored matrix positive definite [AjizJennings84].
///
/// The factor is stored in single precision, and the preconditioner is symmetric up to that precision.
class IncompleteCholesky final : public Preconditioner {
 public:
  explicit IncompleteCholesky(const BlockMatrix& matrix);

  [[nodiscard]] std::string_view name() const override { return "incomplete Cholesky"; }
  void refresh(const BlockMatrix& matrix, FixedMask fixed) override;
  void apply(std::span<const Vec3> r, std::span<Vec3> z) override;

 private:
  using Block = std::array<float, 9>;  ///< stored by columns
  struct alignas(16) Vector {
    float lane[4];  ///< three coordinates, and a number without meaning that fills a register
  };

  /// One part of the rows, which are numbered from 0 within it.
  struct Part {
    std::vector<std::int32_t> vertices;   ///< vertices of its rows, ascending
    std::vector<std::int32_t> row_begin;  ///< first entry of each row, and the end
    std::vector<std::int32_t> columns;    ///< columns of the entries right of the diagonal
    std::vector<Block> upper;  ///< D⁻¹ times the row: Lᵀ without its unit diagonal; the last one is unused
    std::vector<Block> inverse_pivots;  ///< D⁻¹; zero for fixed vertices; the last one is unused
    std::vector<Vector> work;
    std::vector<Mat3> diagonal;  ///< diagonal blocks during the factorisation
  };

  void cut(RowParts parts);
  void load(const BlockMatrix& matrix, const CouplingBlocks& couplings, FixedMask fixed, Part& part) const;
  static void factor(const BlockMatrix& matrix, FixedMask fixed, Part& part);
  static void apply(std::span<const Vec3> r, std::span<Vec3> z, Part& part);

  std::vector<Part> parts_;
  struct Place {
    std::int32_t part, row;
  };
  std::vector<Place> places_;  ///< part and row of each vertex
  bool in_space_ = false;      ///< true if the parts are cut in space
};

}  // namespace muslin
