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

/// Forces and their derivatives over the whole world. The constructor prepares all that depends on the topology alone;
/// evaluate() computes what depends on positions and velocities, and the other functions read its results.
class System {
 public:
  /// Keeps a reference: the world stays where it is, and alive. `extra` are elements of kinds that the world does not
  /// have, such as a force of the calling program: see docs/adding-an-element.md.
  explicit System(World& world, std::vector<std::unique_ptr<ElementGroup>> extra = {});

  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] std::size_t vertex_count() const { return world_.vertex_count(); }
  [[nodiscard]] bool scripted(std::size_t vertex) const { return world_.scripted[vertex] != 0; }

  /// Evaluates all elements at positions x [m], velocities v [m/s] and a time [s] after the start, which sets the wind.
  void evaluate(std::span<const Vec3> x, std::span<const Vec3> v, double time);

  [[nodiscard]] std::span<const Vec3> positions() const { return position_; }  ///< the positions last evaluated

  /// Sets the springs between elements in contact, until they are replaced. They are part of the forces and of the
  /// matrix, but not of energy and strain.
  void set_contact_springs(std::vector<ContactSpring> springs);

  /// All forces [N], also those on scripted vertices, which the script counteracts.
  void force(std::span<Vec3> f) const;
  [[nodiscard]] Vec3 force_on(std::size_t vertex) const;
  /// f - (∂f/∂v) v: the forces of an implicit step's right-hand side.
  void implicit_force(std::span<Vec3> f) const;
  /// A = M + weights.stiffness·K + weights.velocity·D, for the state last evaluated. A second call with the same
  /// weights for the same state only updates the contact springs.
  const BlockMatrix& assemble(MatrixWeights weights);
  /// Number of full assemblies: while it is the same, only contact springs have changed.
  [[nodiscard]] std::int64_t assemblies() const { return assemblies_; }
  /// The matrix last assembled.
  [[nodiscard]] const BlockMatrix& matrix() const { return matrix_; }

  /// Bounds on the largest eigenvalues of M⁻¹K [1/s²] and M⁻¹D [1/s] over the movable vertices.
  struct Rates {
    double stiffness = 0.0;
    double damping = 0.0;
  };
  [[nodiscard]] Rates max_rates() const;

  [[nodiscard]] double elastic_energy() const;
  /// Largest strain of membranes and springs [1]; other kinds do not count.
  [[nodiscard]] double max_strain() const;

  /// Deforms shells plastically where they yield, in the state last evaluated.
  void flow();
  /// The plastic state of the shells.
  [[nodiscard]] ShellBending::State hinges() const { return world_.shell_bending.state(); }
  void set_hinges(const ShellBending::State& hinges);

  /// Gives each part that nothing holds exactly the momentum that external forces dictate, whatever residual and
  /// rounding a solver left. δ is the change, from the velocities last evaluated, of a step of h = weights.velocity
  /// seconds that began with the velocities `start`. With R the drag resistance and F the external forces,
  ///   Σ (M + h R) δ = Σ M (start - v) + h Σ F,
  /// because internal forces cancel. Each part is translated by what is missing. Parts in contact count as one, and a
  /// part in contact with something held is held. External forces are gravity, damping and NetForce::drag; parts with
  /// elements of NetForce::other, or with any extra elements but NetForce::zero, count as held.
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

  /// Calls body(group) for each kind of the world, then for the extra ones.
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
  std::vector<std::vector<std::size_t>> bending_slots_;  ///< per sheet: slots of its entries in the matrix
  std::vector<Vec3> position_, velocity_;                ///< the state last evaluated
  /// Adds the forces of the contact springs, with or without friction.
  void add_contact_forces(std::span<Vec3> f, bool with_friction) const;

  FreeParts free_parts_;
  std::vector<ContactSpring> contact_springs_;
  /// Per free part: the lowest part that contact springs join it to; -1 if they join it to a scripted vertex.
  std::vector<std::int32_t> part_group_;
  std::optional<MatrixWeights> assembled_;  ///< weights of the elements in the matrix
  std::int64_t assemblies_ = 0;
  double root_total_mass_ = 0.0;
};

}  // namespace muslin
