#pragma once
#include <array>
#include <cstdint>
#include <muslin/filter/row_system.hpp>
#include <muslin/math/direct/sparse_ldlt.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The tension metric H = W⁻¹ + Σ τ_r D_rᵀ D_r of rows that are edges. D_r maps displacements to the difference between
/// the two nodes over the length, so the three coordinates decouple. Tensions too small to matter are left out, so that
/// little remains to factorise. Rotations of patches see only their inertia. Because D is a difference, momentum is
/// conserved.
class TensionMetric {
 public:
  /// Takes tensions τ ≥ 0 [kg m²]. Returns false if there are no finite factors.
  [[nodiscard]] bool update(const RowSystem& rows, std::span<const double> tension);

  /// Tension of a row over its squared length [kg]; 0 if it is left out.
  [[nodiscard]] double tension(std::size_t row) const { return tension_[row]; }
  [[nodiscard]] double mass(std::size_t node) const { return mass_[node]; }  ///< diagonal entry of a node [kg]
  /// Converts impulses of all nodes to displacements in place: d ← H⁻¹ d.
  void invert(std::span<Vec3> displacement);

 private:
  void find_tense_nodes(const RowSystem& rows);
  [[nodiscard]] bool factorise(const RowSystem& rows);

  std::vector<double> tension_, mass_, inverse_mass_;
  std::vector<std::int32_t> tense_;  ///< nodes of rows with tension
  std::vector<std::int32_t> place_;  ///< index of each node in tense_; -1 if absent
  /// Pairs of them that tension couples: now, and when the pattern was made. The pattern is valid while both are equal.
  std::vector<std::array<std::int32_t, 2>> pairs_, pairs_before_;
  LowerPattern pattern_;
  SparseLdlt ldlt_;
  std::vector<double> values_, coordinate_;
};

}  // namespace muslin
