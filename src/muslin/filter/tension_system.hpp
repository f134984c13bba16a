#pragma once
#include <array>
#include <muslin/filter/row_system.hpp>
#include <muslin/math/direct/sparse_ldlt.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Solves for the step of the rows of a RowSystem in the tension metric H,
///   H δ + Gᵀ λ = 0,   G δ - S λ = -C,   H = W⁻¹ + Σ τ_r D_rᵀ D_r
/// D_r is the vector whose length row r limits, and τ ≥ 0 its tension. H is the second derivative of the Lagrangian,
/// without the terms of rotating patches. In the mass metric a yarn that is nearly straight between two pins is
/// corrected in proportion to its curvature, so that the smallest ripple grows; in this metric it keeps its form.
/// Because D is a difference, momentum is conserved in this metric too. The system is solved for the coordinates,
///   (H + Gᵀ S⁻¹ G) δ = -Gᵀ S⁻¹ C,   λ = S⁻¹ (G δ + C)
/// Its pattern is that of all rows, active or not, so the elimination order is found once. S is small, and the rounding
/// of the large numbers 1/S would cost momentum, so the residual of the first equation is solved for once more. Costs
/// several times as much as RowSystem.
class TensionSystem {
 public:
  /// The rows are always the same. S is `shift` > 0 times the diagonal of G W Gᵀ. Writes δ, and λ with 0 for free rows.
  /// Returns false if the matrix is not finite.
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

  std::vector<std::int32_t> first_of_node_;  ///< index of its first coordinate; -1 if no row has it
  LowerPattern pattern_;
  /// For the block of each two nodes of a row: offset of the block's first row in its first column.
  std::vector<std::array<std::int32_t, RowSystem::kNodesPerRow * RowSystem::kNodesPerRow>> offset_of_pair_;
  SparseLdlt ldlt_;
  std::vector<double> values_;
  std::vector<double> solution_;    ///< holds the right side before a solve
  std::vector<std::uint8_t> idle_;  ///< 1: coordinate of a node without active rows
  std::vector<double> compliance_;  ///< S; 0 for free rows
  std::vector<Mat3> inertia_;       ///< of the patches
};

}  // namespace muslin
