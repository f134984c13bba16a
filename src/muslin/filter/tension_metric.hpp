#pragma once
#include <array>
#include <cstdint>
#include <muslin/filter/row_system.hpp>
#include <muslin/math/direct/sparse_ldlt.hpp>
#include <span>
#include <vector>

namespace muslin {

/// H = W⁻¹ + Σ τ_r D_rᵀ D_r for rows that are edges, D_r the displacement of one node less that of the other, over the
/// length: the same for each coordinate, and W⁻¹ alone where tension is too small to count, so that there is little to
/// factorise. That a patch also turns is left to its inertia. Since D is a difference, momentum is kept.
class TensionMetric {
 public:
  /// τ ≥ 0 [kg m²]. False: there are no finite factors.
  [[nodiscard]] bool update(const RowSystem& rows, std::span<const double> tension);

  /// Of the row, over the square of its length [kg]; 0: does not count.
  [[nodiscard]] double tension(std::size_t row) const { return tension_[row]; }
  [[nodiscard]] double mass(std::size_t node) const { return mass_[node]; }  ///< on the diagonal [kg]
  /// From impulses to ways: displacement ← H⁻¹ displacement, of all nodes.
  void invert(std::span<Vec3> displacement);

 private:
  void find_tense_nodes(const RowSystem& rows);
  [[nodiscard]] bool factorise(const RowSystem& rows);

  std::vector<double> tension_, mass_, inverse_mass_;
  std::vector<std::int32_t> tense_;  ///< nodes that tension gets hold of
  std::vector<std::int32_t> place_;  ///< of each node among them; -1: none
  /// Of them, that tension couples: now, and when the pattern was made, which holds as long as they are the same.
  std::vector<std::array<std::int32_t, 2>> pairs_, pairs_before_;
  LowerPattern pattern_;
  SparseLdlt ldlt_;
  std::vector<double> values_, coordinate_;
};

}  // namespace muslin
