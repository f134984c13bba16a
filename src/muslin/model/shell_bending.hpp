#pragma once
#include <muslin/model/bending_form.hpp>
#include <muslin/model/body.hpp>
#include <muslin/model/element.hpp>

namespace muslin {

struct ShellBendingOptions {
  enum class Rest {
    flat,        ///< for cloth
    as_modelled  ///< positions of the mesh, for shells
  };
  Rest rest = Rest::flat;
  Plasticity plasticity = {};
  BendingFormOptions form = {};
};

/// Bending by true hinge angles, for any fold and any rest shape: E = ½ (θ - θ̄)ᵀ k_T (θ - θ̄) per triangle, with k_T
/// of BendingForm. The stiffness matrix neglects the curvature of θ (Gauss–Newton) and so is positive. Damping acts on
/// the angles, ½ β θ̇ᵀ k_T θ̇, so rigid motion is not damped.
///
/// Element e is a triangle with at least one hinge. Corners 0 to 2 are its vertices, and 3 to 5 those opposite its
/// sides 0-1, 1-2, 2-0, invalid where there is no hinge. One vertex may be two corners (around a vertex of three
/// triangles).
class ShellBending {
 public:
  static constexpr int kCorners = 6;
  static constexpr NetForce kNetForce = NetForce::zero;

  ShellBending() = default;
  ShellBending(const Mesh& mesh, const Topology& topology, const Fabric& fabric,
               const ShellBendingOptions& options = {}) {
    add(mesh, topology, fabric, 0, options);
  }
  /// Adds a sheet whose vertices begin at `first_vertex`.
  void add(const Mesh& mesh, const Topology& topology, const Fabric& fabric, std::size_t first_vertex,
           const ShellBendingOptions& options = {});

  [[nodiscard]] std::size_t size() const { return elements_.size(); }
  [[nodiscard]] std::array<VertexId, kCorners> vertices(std::size_t e) const { return elements_[e].vertices; }
  void prepare(std::span<const Vec3> x, std::span<const Vec3> v);
  [[nodiscard]] double energy(std::size_t e) const { return elements_[e].energy; }
  [[nodiscard]] Vec3 force(std::size_t e, int a) const;
  [[nodiscard]] Vec3 implicit_force(std::size_t e, int a) const;
  [[nodiscard]] Mat3 block(std::size_t e, int a, int b, MatrixWeights weights) const;

  [[nodiscard]] const HingeState& state() const { return state_; }
  void set_state(HingeState state);

  /// Lets hinges yield at accepted positions x; call it once per step. Returns the dissipated energy [J], which is
  /// never negative, because a hinge yields only as far as that lowers the energy. Afterwards the prepared values are
  /// out of date.
  double flow(std::span<const Vec3> x);

 private:
  struct Element {
    std::array<VertexId, kCorners> vertices;
    std::array<std::int32_t, 3> hinges;                      ///< hinges of its sides; -1 if none
    std::array<std::array<std::int8_t, kCorners>, 3> slots;  ///< index of corner a in the hinge's four vertices; -1 if
                                                             ///< none
    Mat3 stiffness;
    double damping;  ///< β [s]
    // Set by prepare():
    Vec3 moment;          ///< k (θ - θ̄) [N m]
    Vec3 damping_moment;  ///< β k θ̇ [N m]
    double energy;
  };
  struct RestHinge {
    std::array<VertexId, 4> vertices;        ///< a, b, c, d of HingePositions
    std::array<double, 2> min_double_areas;  ///< of its triangles [m²]
    double width = 0.0;                      ///< width of the cloth that bends about it [m]
    Plasticity plasticity;
    std::array<std::int32_t, 2> elements = {-1, -1};
  };
  struct PreparedHinge {
    DihedralGradient angle;
    double rate = 0.0;  ///< θ̇ [rad/s]
  };

  [[nodiscard]] Vec3 corner_force(const Element& element, int a, const Vec3& moment) const;
  [[nodiscard]] Vec3 elastic_angles(const Element& element) const;
  void yield(std::size_t hinge, double& dissipated);
  [[nodiscard]] static HingePositions positions_of(const RestHinge& hinge, std::span<const Vec3> x);

  std::vector<RestHinge> hinges_;
  std::vector<Element> elements_;
  bool can_yield_ = false;  ///< whether any hinge may yield
  HingeState state_;
  std::vector<PreparedHinge> prepared_;
};

static_assert(ElementKind<ShellBending>);

}  // namespace muslin
