#pragma once
#include <Eigen/Core>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/math/qp/qp_row.hpp>
#include <span>
#include <vector>

namespace muslin::test {

/// A quadratic programme min ½ (v - v₀)ᵀ K (v - v₀) with its rows, and reference solvers that share no code with the
/// active-set method. All matrices are dense; the methods are slow and reliable.
struct ReferenceQp {
  Eigen::MatrixXd inverse;  ///< K⁻¹ on the free vertices, zero at fixed ones
  Eigen::MatrixXd matrix;   ///< K
  Eigen::MatrixXd rows;     ///< J
  Eigen::VectorXd start, target, lowest, highest;

  ReferenceQp(const BlockMatrix& k, FixedMask fixed, std::span<const QpRow> rows, std::span<const Vec3> v0);

  /// Minimises by coordinate ascent on the multipliers (Hildreth's method) until nothing changes.
  [[nodiscard]] Eigen::VectorXd minimise() const;
  /// Minimises by trying all sets of active rows; at most 12 inequalities are allowed, none of them dependent.
  [[nodiscard]] Eigen::VectorXd minimise_by_enumeration() const;

  /// Returns the largest violation of any of the Karush-Kuhn-Tucker conditions: K (v - v₀) = Jᵀλ, rows, bounds of the
  /// multipliers, and complementarity, each in its own units.
  [[nodiscard]] double kkt_error(std::span<const Vec3> v, std::span<const double> lambda) const;
};

}  // namespace muslin::test
