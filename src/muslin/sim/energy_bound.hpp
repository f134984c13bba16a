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
/// Let D be the largest speed of the scripts, guides and wind in the step, and of repulsion: what drives the scene.
/// Gravity and wind supply W. Scripts and repulsion move the vertices that touch something by at most R D Δt, and
/// pinned vertices by d, against stiffnesses k, so they supply
///   S = Σ_touching ½ (m + k Δt²) (R D)² + Σ_pinned ½ k d².
/// The square root of an elastic or kinetic energy is a norm of its displacements or velocities, so the energy at the
/// end is at most (√(E + W) + √S)². A step that exceeds this by more than rounding and the error of an integrator is
/// too long: what it stops or pushes vertex by vertex strains its stiff neighbours, and a shorter one does so less.
///
/// In the shortest step there is no such remedy, and S is that of the speed V, the largest of D, of the speeds at the
/// start, of gravity after one step and of one thickness per step, with L instead of R. A step beyond that is taken in
/// another way, and so is one in which a touching vertex is faster than leverage and the energy explain, or in which a
/// scripted vertex that gives way moves farther than L V Δt.
class EnergyBound {
 public:
  /// Speeds of what drives a scene beside its scripts [m/s].
  struct Drive {
    double guides = 0.0;     ///< largest speed of a guide
    double repulsion = 0.0;  ///< with which repulsion separates a pair in a step of full length, at most
  };

  /// Evaluates the system at the rest positions, for its stiffnesses. Keeps a reference to the world.
  EnergyBound(System& system, std::span<const Vec3> rest_position, const Drive& drive);

  /// How a step is judged.
  struct Rule {
    bool is_stable = false;  ///< dynamics alone gain no energy, and only what touches something is judged
    bool is_strict = false;  ///< a shorter step can be taken
  };

  /// Kinetic energy of the movable vertices [J].
  [[nodiscard]] double kinetic_energy(std::span<const Vec3> velocity) const;
  /// Returns true if the step may lead from one state to another. The energies are kinetic plus elastic [J].
  [[nodiscard]] bool allows(const CollisionStep& collision, const State& start, double start_energy, const State& end,
                            double end_energy, const Rule& rule) const;
  /// Slows the vertices that repulsion or a response has changed if together they have more kinetic energy than before
  /// the collisions, `integrated`, or at the start of the step, and scripts and repulsion can add, or than
  /// `start_energy` and gravity, wind, scripts and repulsion can give. Where scripts have given way, or a limit on
  /// stretch is exceeded, none of them may be faster than all were before, and than what drives the scene: a pinch or a
  /// limit demands a displacement, which is the larger a velocity the shorter the step. The fastest ones are slowed to
  /// a common speed; the certified ends stay. Returns true if there are any.
  bool slow_down(const CollisionStep& collision, const State& start, double start_energy,
                 std::span<const Vec3> integrated, bool exceeds_limits, State& end) const;
  /// The movable vertex with the largest ratio of stiffness to mass at rest; invalid if there is none.
  [[nodiscard]] VertexId stiffest_vertex() const;

 private:
  [[nodiscard]] double available_energy(const State& start, double start_energy, const State& end) const;
  [[nodiscard]] double driving_speed(const CollisionStep& collision, const State& start) const;
  [[nodiscard]] double reference_speed(const CollisionStep& collision, const State& start) const;
  [[nodiscard]] double supplied_energy(const CollisionStep& collision, const State& start, const State& end,
                                       std::span<const std::uint8_t> touching, double speed) const;

  const World& world_;
  std::vector<double> stiffness_;  ///< k at rest, one per vertex [N/m]
  double mass_ = 0.0;              ///< of all movable vertices [kg]
  double driven_speed_ = 0.0;      ///< largest speed of wind or guides [m/s]
  double wind_speed_ = 0.0;        ///< in the strongest gust [m/s]
  double repulsion_speed_ = 0.0;   ///< see Drive [m/s]
  double rounding_ = 0.0;          ///< bound on the rounding of an elastic energy [J]
};

}  // namespace muslin
