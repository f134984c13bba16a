#pragma once
#include <cstdint>
#include <memory>
#include <muslin/dynamics/contact_spring.hpp>
#include <muslin/dynamics/element_group.hpp>
#include <muslin/dynamics/free_parts.hpp>
#include <muslin/math/block/block_matrix.hpp>
#include <muslin/model/world.hpp>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace muslin {

/// Computes forces and their derivatives for the whole world. The constructor prepares the data that depend on the
/// topology alone; evaluate() computes the data that depend on positions and velocities, and the other functions read
/// its results.
class System {
 public:
  /// Keeps a reference, so the world must outlive the system and must not be moved. `extra` holds elements of kinds
  /// that the world does not have, such as a force of the calling program; see docs/adding-an-element.md.
  explicit System(World& world, std::vector<std::unique_ptr<ElementGroup>> extra = {});

  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] std::size_t vertex_count() const { return world_.vertex_count(); }
  [[nodiscard]] bool scripted(std::size_t vertex) const { return world_.scripted[vertex] != 0; }

  /// Evaluates all elements at positions x [m], velocities v [m/s] and a time [s] since the start, which determines the
  /// wind.
  void evaluate(std::span<const Vec3> x, std::span<const Vec3> v, double time);

  [[nodiscard]] std::span<const Vec3> positions() const { return position_; }  ///< positions last evaluated [m]

  /// Sets the springs between elements in contact, until they are replaced. They contribute to the forces and to the
  /// matrix, but not to energy and strain.
  void set_contact_springs(std::vector<ContactSpring> springs);

  /// Computes all forces [N], including those on scripted vertices, which the script counteracts.
  void force(std::span<Vec3> f) const;
  [[nodiscard]] Vec3 force_on(std::size_t vertex) const;
  /// Computes f - (∂f/∂v) v [N], the forces on the right-hand side of an implicit step.
  void implicit_force(std::span<Vec3> f) const;
  /// Assembles A = M + weights.stiffness·K + weights.velocity·D for the state last evaluated. A second call with the
  /// same weights for the same state only updates the contact springs.
  const BlockMatrix& assemble(MatrixWeights weights);
  /// Returns the number of full assemblies. While it is unchanged, only contact springs have changed.
  [[nodiscard]] std::int64_t assemblies() const { return assemblies_; }
  /// Returns the matrix last assembled.
  [[nodiscard]] const BlockMatrix& matrix() const { return matrix_; }

  /// Bounds on the largest eigenvalues of M⁻¹K [1/s²] and M⁻¹D [1/s] over the movable vertices.
  struct Rates {
    double stiffness = 0.0;
    double damping = 0.0;
  };
  [[nodiscard]] Rates max_rates() const;
  /// Sum of the norms of all blocks in the row of a vertex, for the state last evaluated: with the stiffness alone, a
  /// bound on the force per displacement [N/m].
  [[nodiscard]] double row_norm(std::size_t vertex, MatrixWeights weights) const;

  [[nodiscard]] double elastic_energy() const;
  /// Returns the largest strain of membranes and springs [1]; other kinds do not count, nor do elements at vertices
  /// that are marked.
  [[nodiscard]] double max_strain(std::span<const std::uint8_t> left_out = {}) const;

  /// Lets shells deform plastically where they yield, in the state last evaluated.
  void flow();
  /// Returns the plastic state of the shells.
  [[nodiscard]] HingeState hinges() const { return world_.shell_bending.state(); }
  void set_hinges(const HingeState& hinges);

  /// Gives each free part exactly the momentum that the external forces dictate, regardless of the residual and
  /// rounding errors of a solver. δ is the change, from the velocities last evaluated, of a step of
  /// h = weights.velocity seconds that began with the velocities `start`. With R the drag resistance and F the external
  /// forces,
  ///   Σ (M + h R) δ = Σ M (start - v) + h Σ F,
  /// because internal forces cancel. Each part is translated to remove the violation of this equation. Parts in contact
  /// count as one, and a part in contact with a part that is not free is not free either. External forces are gravity,
  /// damping and NetForce::drag. Parts with elements of NetForce::other, or with any extra elements but NetForce::zero,
  /// are not balanced.
  void balance_momentum(MatrixWeights weights, std::span<const Vec3> start, std::span<Vec3> delta) const;
  [[nodiscard]] double root_total_mass() const { return root_total_mass_; }  ///< √ of the movable mass [√kg]
  [[nodiscard]] bool has_free_parts() const { return free_parts_.count > 0; }

 private:
  template <class Kinds>
  struct GroupsOf;
  template <class... E>
  struct GroupsOf<std::tuple<E&...>> {
    using type = std::tuple<GatheredElements<E>...>;
  };
  using Groups = typename GroupsOf<decltype(element_kinds(std::declval<World&>()))>::type;

  /// Calls body(group) for each kind of the world, then for the extra kinds.
  template <class Self, class Body>
  static void for_each_group(Self& self, Body&& body) {
    std::apply([&](auto&... group) { (body(group), ...); }, self.groups_);
    for (const auto& group : self.extra_) body(*group);
  }
  [[nodiscard]] std::vector<std::uint8_t> held_vertices() const;

  void assemble_elements(MatrixWeights weights);

  World& world_;
  Groups groups_;
  std::vector<std::unique_ptr<ElementGroup>> extra_;
  BlockMatrix matrix_;
  std::vector<std::vector<std::size_t>> bending_slots_;  ///< matrix slots of the entries of each sheet
  std::vector<Vec3> position_, velocity_;                ///< the state last evaluated
  /// Adds the forces of the contact springs, with or without friction.
  void add_contact_forces(std::span<Vec3> f, bool with_friction) const;

  FreeParts free_parts_;
  std::vector<ContactSpring> contact_springs_;
  /// For each free part, the lowest part that contact springs connect it to; -1 if they connect it to a scripted
  /// vertex.
  std::vector<std::int32_t> part_group_;
  std::optional<MatrixWeights> assembled_;  ///< weights of the elements in the matrix
  std::int64_t assemblies_ = 0;
  double root_total_mass_ = 0.0;
};

}  // namespace muslin
