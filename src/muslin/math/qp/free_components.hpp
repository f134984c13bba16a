#pragma once
#include <cstdint>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/qp/qp_row.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Parts of the vertices that nothing fixed holds: neither K, nor a row that is active, couples them to anything else.
/// Their momentum must not depend on how exactly a linear system is solved. Rigid translations of a part are few, so
/// that the residual is made orthogonal to them costs next to nothing.
class FreeComponents {
 public:
  /// Of a matrix; no row is active.
  void begin(const BlockMatrix& matrix, FixedMask fixed);
  /// These rows are active, as far as `is_active` says.
  void activate(std::span<const QpRow> rows, std::span<const std::uint8_t> is_active);
  [[nodiscard]] bool empty() const { return parts_.empty(); }

  /// v += (1ᵀ K 1)⁻¹ 1ᵀ r for each part: no sum of its residual r is left, for rows do not feel translations.
  void balance(std::span<const Vec3> residual, std::span<Vec3> v) const;

 private:
  std::vector<VertexPair> couplings_;  ///< of K
  std::vector<std::uint8_t> is_fixed_;
  std::vector<Mat3> weight_;           ///< Σ of each vertex's blocks: its part of K 1
  std::vector<std::int32_t> part_of_;  ///< of each vertex; -1: not free
  std::vector<Mat3> parts_;            ///< (1ᵀ K 1)⁻¹ of each
};

}  // namespace muslin
