#pragma once
#include <muslin/dynamics/system.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <muslin/sim/state.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Judges whether the end of a step can be the work of gravity, wind, scripts and collisions, or whether a response has
/// bought its certificate with stretch or speed beyond reason.
///
/// Let V be the largest speed at the start, of the scripts, of the wind, and that of gravity after one step, plus one
/// thickness per step. Gravity and wind supply W. Scripts and collisions move the vertices that touch something by at
/// most L V Δt, and pinned vertices by d, against stiffnesses k, so they supply
///   S = Σ_touching ½ (m + k Δt²) (L V)² + Σ_pinned ½ k d².
/// The square root of an elastic or kinetic energy is a norm of its displacements or velocities, so the energy at the
/// end is at most (√(E + W) + √S)². The step is rejected beyond a multiple of that, if a touching vertex is faster than
/// leverage and the energy explain, or if a scripted vertex that gives way moves farther than L V Δt.
class EnergyBound {
 public:
  /// Evaluates the system at the rest positions, for its stiffnesses. Keeps a reference to the world. `guide_speed` is
  /// the largest speed of a guide [m/s].
  EnergyBound(System& system, std::span<const Vec3> rest_position, double guide_speed);

  /// Kinetic energy of the movable vertices [J].
  [[nodiscard]] double kinetic_energy(std::span<const Vec3> velocity) const;
  /// Returns true if the step may lead from one state to another. The energies are kinetic plus elastic [J]. If
  /// `is_stable`, dynamics alone gain no energy, and only what touches something is judged.
  [[nodiscard]] bool allows(const CollisionStep& collision, const State& start, double start_energy, const State& end,
                            double end_energy, bool is_stable) const;
  /// The movable vertex with the largest ratio of stiffness to mass at rest; invalid if there is none.
  [[nodiscard]] VertexId stiffest_vertex() const;

 private:
  [[nodiscard]] double reference_speed(const CollisionStep& collision, const State& start) const;

  const World& world_;
  std::vector<double> stiffness_;  ///< k at rest, one per vertex [N/m]
  double mass_ = 0.0;              ///< of all movable vertices [kg]
  double driven_speed_ = 0.0;      ///< largest speed of wind or guides [m/s]
  double wind_speed_ = 0.0;        ///< in the strongest gust [m/s]
  double rounding_ = 0.0;          ///< bound on the rounding of an elastic energy [J]
};

}  // namespace muslin
