#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <muslin/core/types.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Clusters of a zone as point masses, and which of them collide [Huh01 §3.3, §3.4].
struct ClusterImpact {
  struct Body {
    double inverse_mass = 0.0;     ///< [1/kg]
    Vec3 velocity = Vec3::Zero();  ///< mean, weighted by mass [m/s]
  };
  struct Pair {
    std::int32_t first = 0, second = 0;
    Vec3 direction = Vec3::UnitZ();  ///< d, from the first to the second
    double least = 0.0;              ///< u⁺ = d·(v_second - v_first) to ask for at least [m/s]; not negative
  };
  std::vector<Body> bodies;
  std::vector<Pair> pairs;

  /// u = d·(v_second - v_first) of each pair before [m/s]; negative: approaching.
  [[nodiscard]] Eigen::VectorXd approach() const;
  /// A: how impulses along the directions change them, u⁺ = u⁻ + A λ [1/kg].
  [[nodiscard]] Eigen::MatrixXd coupling() const;
  /// Does the collision graph have a loop? All bodies without inverse mass count as one.
  [[nodiscard]] bool is_cyclic() const;
};

/// Normal impulses at the pairs [N s].
struct ImpactSolution {
  Eigen::VectorXd impulse;     ///< λ ≥ 0 along the directions, one per pair
  double energy_gained = 0.0;  ///< kinetic [J]; negative: lost
  bool is_infeasible = false;  ///< the linear programme had no solution but for e = 0
  bool is_restrained = false;  ///< the velocities asked for were lowered, so that no more energy is gained than allowed
};

/// 0 ≤ λ ⟂ u⁺ - least ≥ 0: on a tree the one solution of a complementarity problem, which is the paper's linear system
/// (1), (2) where every pair approaches. A pair that parts by itself is left alone, unless others push it together
/// again. Then `least` = -e u⁻ for those and 0 for this one may gain energy: a body of 1 kg and 1 m/s, e = 1, that hits
/// one at rest, in front of which a third recedes at 0.1 m/s, would end with 1.07/1.01 of the energy. So where more is
/// gained than `max_energy_gain` [J], all that is asked for is lowered together, as far as needed; with nothing asked
/// for but that nothing approaches, energy is only lost. (test: ClusterImpact.AThirdBodyThatRecedesDoesNotAddEnergy)
[[nodiscard]] ImpactSolution solve_tree(const ClusterImpact& impact, double max_energy_gain = 0.0);

/// With a loop: min Σ (u⁺ - least) with u⁺ ≥ least and λ ≥ 0, a linear programme [Huh01 (3), (4)]. Where it is
/// infeasible (a roll, A over B over C over A), the same with 0 for `least`, which always is feasible. A solution may
/// gain energy [Huh01 §3.4.1]. Where it gains more than `max_energy_gain` [J], the complementarity problem with 0 for
/// `least` is solved instead: its solution never gains any.
[[nodiscard]] ImpactSolution solve_cycle(const ClusterImpact& impact, double max_energy_gain);

/// Kinetic energy of the movable bodies about their common mean velocity [J]: what impulses can take away.
[[nodiscard]] double relative_energy(const ClusterImpact& impact);

}  // namespace muslin
