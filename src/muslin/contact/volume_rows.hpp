#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/contact/stencil_matrix.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The collision tetrahedra of a zone [Sifakis08 §5]: the four vertices of each contact, with the sign that makes the
/// volume positive at the start of the step. To first order, their volumes are a linear map B of the displacements of
/// the zone's movable vertices, in units in which all vertices and all tetrahedra are equivalent [kg^½ m]:
///   displacements  y = (x - x₀) / √w
///   volumes        B y = (V - V₀) / √a to first order,  a = Σ wᵢ |∂V/∂xᵢ|²
/// so that FᵀWF in (4) of the paper becomes B Bᵀ with ones on its diagonal. The entries of B are vectors, ∂V/∂x √w / √a
/// with x at the end of the step. Only the unknowns are scaled; a tetrahedron whose gradient is zero becomes a row of
/// zeros.
class VolumeRows : public StencilMatrix<Vec3> {
 public:
  /// `which` holds indices of contacts, `vertices` all of their movable vertices, ascending, and `start` the start
  /// positions of all vertices [m].
  void assign(std::span<const Contact> contacts, std::span<const std::uint32_t> which,
              std::span<const VertexId> vertices, std::span<const double> vertex_inverse_mass,
              std::span<const Vec3> start);

  /// Leaves the rows in units of volume, a = 1, as the paper does: nothing is divided then, so that tetrahedra of any
  /// shape are harmless, but a large one counts for more than a small one.
  void leave_unscaled() { is_scaled_ = false; }

  [[nodiscard]] double root_inverse_mass(std::size_t vertex) const { return root_inverse_mass_[vertex]; }  ///< √w
  /// Returns whether every vertex of every tetrahedron is movable. Then impulses conserve momentum.
  [[nodiscard]] bool is_free() const { return is_free_; }

  /// Sets the target to this share of the volume at the start. The default target is exactly that volume.
  void set_target_share(std::size_t i, double share) { volumes_[i].goal *= share; }
  /// Sets the target to the volume with this height [m] over the triangle, or between the edges, at a time in [0, 1] of
  /// the step. If edges rotate, their volume at the start says little about the distance between them.
  void set_target_height(std::size_t i, double height, double time) {
    volumes_[i].height = height;
    volumes_[i].time = time;
  }
  /// Computes gradients and volumes at position_of(vertex, index of the vertex in the zone if it is movable, time).
  template <class PositionOf>
  void linearise(PositionOf&& position_of) {
    for (std::size_t i = 0; i < volumes_.size(); ++i) {
      std::array<Vec3, 4> x;
      for (std::size_t j = 0; j < 4; ++j) x[j] = position_of(volumes_[i].vertex[j], row(i).vertex[j], volumes_[i].time);
      linearise(i, x);
    }
  }
  /// Returns the violation of a target volume at the positions of the last linearise(), in the units of B y.
  [[nodiscard]] double defect(std::size_t i) const {
    return volumes_[i].scale * (volumes_[i].goal - volumes_[i].volume);
  }
  [[nodiscard]] double volume(std::size_t i) const { return volumes_[i].volume; }  ///< V at the last linearise() [m³]
  [[nodiscard]] double goal(std::size_t i) const { return volumes_[i].goal; }      ///< target volume [m³]

 private:
  struct Volume {
    std::array<VertexId, 4> vertex;
    std::array<double, 4> root_inverse_mass = {};  ///< zero for a prescribed vertex
    double sign = 0.0;                             ///< 0 if flat at the start, so that its sides cannot be
                                                   ///< distinguished
    StencilKind kind = StencilKind::vertex_triangle;
    double height = 0.0;  ///< height that defines the goal; 0 if none
    double goal = 0.0, volume = 0.0, scale = 0.0, time = 1.0;
  };
  void linearise(std::size_t i, const std::array<Vec3, 4>& x);

  std::vector<Volume> volumes_;
  std::vector<double> root_inverse_mass_;
  bool is_free_ = true, is_scaled_ = true;
};

}  // namespace muslin
