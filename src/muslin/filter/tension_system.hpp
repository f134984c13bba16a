#pragma once
#include <array>
#include <muslin/filter/row_system.hpp>
#include <muslin/math/direct/sparse_ldlt.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The rows of a RowSystem in a metric that knows their tension,
///   H δ + Gᵀ λ = 0,   G δ - S λ = -C,   H = W⁻¹ + Σ τ_r D_rᵀ D_r
/// D_r being the vector whose length row r is about, and τ ≥ 0 its tension: the Lagrangian's second derivative but for
/// what turns of patches add. In the masses' own metric a thread that is all but straight between two pins is corrected
/// in proportion to its curvature, so that the smallest ripple grows; in this one it keeps its form. Since D is a
/// difference, momentum is kept in this metric too. Solved for the coordinates,
///   (H + Gᵀ S⁻¹ G) δ = -Gᵀ S⁻¹ C,   λ = S⁻¹ (G δ + C)
/// whose pattern is that of all rows, active or not, so that the order of elimination is found once. S is small, and
/// what rounding does to the large numbers 1/S would cost momentum: so what is left of the first equation is solved for
/// once more. Several times as dear as RowSystem: for where that one fails.
class TensionSystem {
 public:
  /// Always for the same rows. S is `shift` > 0 times the diagonal of G W Gᵀ. Fills in λ, 0 where a row is not active,
  /// and δ. False: the matrix is not finite.
  [[nodiscard]] bool solve(const RowSystem& rows, std::span<const std::uint8_t> active, std::span<const double> tension,
                           std::span<const double> value, double shift, std::span<double> lambda,
                           RowSystem::Motion& delta);

 private:
  void make_pattern(const RowSystem& rows);
  [[nodiscard]] bool solve_and_add(const RowSystem& rows, RowSystem::Motion& delta);
  void find_lambda(const RowSystem& rows, std::span<const double> value, const RowSystem::Motion& delta,
                   std::span<double> lambda) const;
  void compute_residual(const RowSystem& rows, std::span<const double> tension, std::span<const double> lambda,
                        const RowSystem::Motion& delta);

  std::vector<std::int32_t> first_of_node_;  ///< where its coordinates stand; -1: no row takes hold of it
  LowerPattern pattern_;
  /// Of the block of any two of a row's nodes: how far below the diagonal its first row stands in its first column.
  std::vector<std::array<std::int32_t, RowSystem::kNodesPerRow * RowSystem::kNodesPerRow>> offset_of_pair_;
  SparseLdlt ldlt_;
  std::vector<double> values_;
  std::vector<double> solution_;    ///< and the right side before that
  std::vector<std::uint8_t> idle_;  ///< coordinates of nodes that nothing active takes hold of
  std::vector<double> compliance_;  ///< S; 0: the row has no part in it
  std::vector<Mat3> inertia_;       ///< of the patches
};

}  // namespace muslin
