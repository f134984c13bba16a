#pragma once
#include <Eigen/Core>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/qp/qp_row.hpp>
#include <span>
#include <vector>

namespace muslin::test {

/// A quadratic programme min ½ (v - v₀)ᵀ K (v - v₀) with its rows, and ways to judge an answer that share no code with
/// the active-set method: written out, dense, slow and sure.
struct ReferenceQp {
  Eigen::MatrixXd inverse;  ///< K⁻¹ on the free vertices, zero at fixed ones
  Eigen::MatrixXd matrix;   ///< K
  Eigen::MatrixXd rows;     ///< J
  Eigen::VectorXd start, target, lowest, highest;

  ReferenceQp(const BlockMatrix& k, FixedMask fixed, std::span<const QpRow> rows, std::span<const Vec3> v0);

  /// By ascent along one multiplier after the other (Hildreth's method), until nothing changes.
  [[nodiscard]] Eigen::VectorXd minimise() const;
  /// By trying all sets of active rows; at most 12 inequalities, none of them dependent.
  [[nodiscard]] Eigen::VectorXd minimise_by_enumeration() const;

  /// The largest violation of any of the Karush-Kuhn-Tucker conditions: K (v - v₀) = Jᵀλ, rows, bounds of multipliers,
  /// and complementarity, each in its own units.
  [[nodiscard]] double kkt_error(std::span<const Vec3> v, std::span<const double> lambda) const;
};

}  // namespace muslin::test
