#pragma once
#include <cstdint>
#include <muslin/dynamics/contact_spring.hpp>
#include <muslin/dynamics/element_gather.hpp>
#include <muslin/dynamics/free_parts.hpp>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/model/world.hpp>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace muslin {

/// Forces and their derivatives over the whole world. What depends on the topology alone is made once; evaluate() does
/// what positions and velocities decide, and everything else is read from that.
class System {
 public:
  /// Keeps a reference: the world stays where it is, and alive.
  explicit System(World& world);

  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] std::size_t vertex_count() const { return world_.vertex_count(); }
  [[nodiscard]] bool scripted(std::size_t vertex) const { return world_.scripted[vertex] != 0; }

  /// At positions x [m], velocities v [m/s], and so many seconds after the start (for the wind).
  void evaluate(std::span<const Vec3> x, std::span<const Vec3> v, double time);

  [[nodiscard]] std::span<const Vec3> positions() const { return position_; }  ///< where it was last evaluated

  /// Springs between elements that touch, until they are replaced: part of all forces and of the matrix, not of energy
  /// and strain.
  void set_contact_springs(std::vector<ContactSpring> springs);

  /// All forces [N], also on scripted vertices, where a script holds against them.
  void force(std::span<Vec3> f) const;
  [[nodiscard]] Vec3 force_on(std::size_t vertex) const;
  /// f - (∂f/∂v) v: the forces of an implicit step's right-hand side.
  void implicit_force(std::span<Vec3> f) const;
  /// A = M + weights.stiffness·K + weights.velocity·D, for the state last evaluated. Called again with the same weights
  /// for the same state, it only takes over new contact springs.
  const BlockMatrix& assemble(MatrixWeights weights);
  /// How often more than that was done: the same number, the same matrix but for contact springs.
  [[nodiscard]] std::int64_t assemblies() const { return assemblies_; }
  /// What was last assembled.
  [[nodiscard]] const BlockMatrix& matrix() const { return matrix_; }

  /// Bounds on the largest eigenvalues of M⁻¹K [1/s²] and M⁻¹D [1/s] over the movable vertices.
  struct Rates {
    double stiffness = 0.0;
    double damping = 0.0;
  };
  [[nodiscard]] Rates max_rates() const;

  [[nodiscard]] double elastic_energy() const;
  /// Largest stretch of any element, less one [1].
  [[nodiscard]] double max_strain() const;

  /// Bends shells for good where they yield, in the state last evaluated.
  void flow();
  /// How far they have.
  [[nodiscard]] ShellBending::State hinges() const { return world_.shell_bending.state(); }
  void set_hinges(const ShellBending::State& hinges);

  /// Makes the momentum of each part that nothing holds exactly what the forces from outside say, whatever a solver
  /// left over and however it rounds. δ is the change, from the velocities last evaluated, that a step of
  /// h = weights.velocity seconds makes which began with the velocities `start`: with R the resistance of the air and F
  /// all forces from outside, Σ (M + h R) δ = Σ M (start - v) + h Σ F. Internal forces cancel. Each part is moved as a
  /// whole by what is missing. Parts that touch count as one; what touches something held is held.
  void balance_momentum(MatrixWeights weights, std::span<const Vec3> start, std::span<Vec3> delta) const;
  [[nodiscard]] double root_total_mass() const { return root_total_mass_; }  ///< √ of the movable mass [√kg]
  [[nodiscard]] bool has_free_parts() const { return free_parts_.count > 0; }

 private:
  using Gathers = std::tuple<ElementGather<Membrane>, ElementGather<Springs>, ElementGather<BendSprings>,
                             ElementGather<ShellBending>, ElementGather<CableBending>, ElementGather<Attachments>,
                             ElementGather<AirDrag>, ElementGather<CableDrag>>;
  System(World& world, std::vector<VertexPair> pairs);
  static Gathers make_gathers(const World& world, std::vector<VertexPair>& pairs);
  /// Calls body(elements, gather) for each kind.
  template <class Self, class Body>
  static void for_each_gather(Self& self, Body&& body);
  /// Gravity, and force_at(elements, corner) of all elements at a vertex.
  template <class ForceAt>
  [[nodiscard]] Vec3 gather_force(std::size_t vertex, ForceAt&& force_at) const;

  void assemble_elements(MatrixWeights weights);

  World& world_;
  Gathers gathers_;
  BlockMatrix matrix_;
  std::vector<std::vector<std::size_t>> bending_slots_;  ///< per sheet: where its entries stand in the matrix
  std::vector<Vec3> position_, velocity_;                ///< where it was last evaluated
  /// f += the springs' forces; with or without friction.
  void add_contact_forces(std::span<Vec3> f, bool with_friction) const;

  FreeParts free_parts_;
  std::vector<ContactSpring> contact_springs_;
  std::vector<std::int32_t> part_group_;  ///< of each free part: those that touch, as one; -1: held by what it touches
  std::optional<MatrixWeights> assembled_;  ///< with which the elements are in the matrix, for the state last evaluated
  std::int64_t assemblies_ = 0;
  double root_total_mass_ = 0.0;
};

}  // namespace muslin
