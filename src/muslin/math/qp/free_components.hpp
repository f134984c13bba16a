#pragma once
#include <cstdint>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/qp/qp_row.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Finds the connected parts of the vertices that nothing fixed supports: neither K nor an active row couples them to
/// anything else. Their momentum must not depend on how accurately a linear system is solved. There are few rigid
/// translations of parts, so making the residual orthogonal to them costs next to nothing.
class FreeComponents {
 public:
  /// Begins with a matrix; no row is active.
  void begin(const BlockMatrix& matrix, FixedMask fixed);
  /// Takes into account the rows that `is_active` marks.
  void activate(std::span<const QpRow> rows, std::span<const std::uint8_t> is_active);
  [[nodiscard]] bool empty() const { return parts_.empty(); }

  /// Adds (1ᵀ K 1)⁻¹ 1ᵀ r to v for each part. The sum of the residual r over the part is then zero, because
  /// translations do not change rows.
  void balance(std::span<const Vec3> residual, std::span<Vec3> v) const;

 private:
  std::vector<VertexPair> couplings_;  ///< coupled vertices of K
  std::vector<std::uint8_t> is_fixed_;
  std::vector<Mat3> weight_;           ///< sum of each vertex's blocks: its part of K 1
  std::vector<std::int32_t> part_of_;  ///< part of each vertex; -1 if not in a free part
  std::vector<Mat3> parts_;            ///< (1ᵀ K 1)⁻¹ of each part
};

}  // namespace muslin
