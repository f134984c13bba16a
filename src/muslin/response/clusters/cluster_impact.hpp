#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <span>
#include <vector>

namespace muslin {

/// An impact between the clusters of a zone, each of which is a point mass [Huh01 §3.3, §3.4].
struct ClusterImpact {
  struct Body {
    double inverse_mass = 0.0;     ///< [1/kg]
    Vec3 velocity = Vec3::Zero();  ///< mass-weighted mean velocity [m/s]
  };
  struct Pair {
    std::int32_t first = 0, second = 0;
    Vec3 direction = Vec3::UnitZ();  ///< d, unit vector from the first body to the second
    double min_velocity = 0.0;       ///< smallest u⁺ = d·(v_second - v_first) that is acceptable [m/s], ≥ 0
  };
  std::vector<Body> bodies;
  std::vector<Pair> pairs;

  /// Returns u = d·(v_second - v_first) of each pair before the impact [m/s]. A negative u means that the pair
  /// approaches.
  [[nodiscard]] Eigen::VectorXd approach() const;
  /// Returns A [1/kg], which maps impulses along the directions to changes of u: u⁺ = u⁻ + A λ.
  [[nodiscard]] Eigen::MatrixXd coupling() const;
  /// Returns true if the collision graph has a loop. All bodies without inverse mass count as one node.
  [[nodiscard]] bool is_cyclic() const;
};

/// The normal impulses of an impact.
struct ImpactSolution {
  Eigen::VectorXd impulse;     ///< λ ≥ 0 of each pair, along its direction [N s]
  double energy_gained = 0.0;  ///< change of the kinetic energy [J]; negative if energy is lost
  bool is_infeasible = false;  ///< the linear programme had a solution only for e = 0
  bool is_restrained = false;  ///< `least` was scaled down to keep the energy gain within its limit
};

/// Solves an impact whose collision graph is a tree: 0 ≤ λ ⟂ u⁺ - least ≥ 0. This complementarity problem has exactly
/// one solution. If every pair approaches, it is the paper's linear system (1), (2). A separating pair gets no impulse
/// unless other pairs drive it together again. In that case, `least` = -e u⁻ for the approaching pairs and 0 for this
/// pair can gain energy: if a body of 1 kg at 1 m/s with e = 1 hits a body at rest, in front of which a third recedes
/// at 0.1 m/s, the final energy would be 1.07/1.01 of the initial one. If the gain exceeds `max_energy_gain` [J], all
/// values of `least` are therefore scaled down by a common factor, as far as necessary. With `least` = 0, energy can
/// only be lost. (test: ClusterImpact.AThirdBodyThatRecedesDoesNotAddEnergy)
[[nodiscard]] ImpactSolution solve_tree(const ClusterImpact& impact, double max_energy_gain = 0.0);

/// Solves an impact whose collision graph has a loop, by a linear programme: min Σ (u⁺ - least) subject to u⁺ ≥ least
/// and λ ≥ 0 [Huh01 (3), (4)]. If the programme is infeasible (a roll: A over B over C over A), it is solved again with
/// `least` = 0, which is always feasible. A solution may gain energy [Huh01 §3.4.1]. If it gains more than
/// `max_energy_gain` [J], the complementarity problem with `least` = 0 is solved instead, whose solution never gains
/// energy.
[[nodiscard]] ImpactSolution solve_cycle(const ClusterImpact& impact, double max_energy_gain);

/// Returns the kinetic energy of the movable bodies relative to their common mean velocity [J]. Impulses between the
/// bodies can dissipate at most this energy.
[[nodiscard]] double relative_energy(const ClusterImpact& impact);

}  // namespace muslin
