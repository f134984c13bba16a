#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <muslin/contact/stencil_matrix.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The collision tetrahedra of a zone [Sifakis08 §5]: the four vertices of each contact, with the sign that makes the
/// volume positive at the start of the step. Their volumes are a linear map B of the displacements of the zone's
/// movable vertices, in units that make every vertex and every tetrahedron alike [kg^½ m]:
///   displacements  y = (x - x₀) / √w
///   volumes        B y = (V - V₀) / √a to first order,  a = Σ wᵢ |∂V/∂xᵢ|²
/// so that FᵀWF of the paper's (4) becomes B Bᵀ with ones on its diagonal. The entries of B are vectors, ∂V/∂x √w / √a
/// with x at the end of the step. This scaling is that of the unknowns alone: a tetrahedron whose gradient is zero is a
/// row of zeros.
class VolumeRows : public StencilMatrix<Vec3> {
 public:
  /// `which`: indices of contacts. `vertices`: all of their movable vertices, ascending. `start`: of all vertices.
  void assign(std::span<const Contact> contacts, std::span<const std::uint32_t> which,
              std::span<const VertexId> vertices, std::span<const double> vertex_inverse_mass,
              std::span<const Vec3> start);

  [[nodiscard]] double root_inverse_mass(std::size_t vertex) const { return root_inverse_mass_[vertex]; }  ///< √w
  /// Is every vertex of every tetrahedron movable? Then impulses conserve momentum.
  [[nodiscard]] bool is_free() const { return is_free_; }

  /// Asks for this share of the volume of the start. Without that: all of it, no more and no less.
  void set_target_share(std::size_t i, double share) { volumes_[i].goal *= share; }
  /// Asks for the volume that there is with this height [m] over the triangle, or between the edges, at a time in [0,
  /// 1] of the step. Where edges turn, their volume at the start says little about the distance between them.
  void set_target_height(std::size_t i, double height, double time) {
    volumes_[i].height = height;
    volumes_[i].time = time;
  }
  /// Computes gradients and volumes at position_of(vertex, number of that vertex in the zone if it is movable, time).
  template <class PositionOf>
  void linearise(PositionOf&& position_of) {
    for (std::size_t i = 0; i < volumes_.size(); ++i) {
      std::array<Vec3, 4> x;
      for (std::size_t j = 0; j < 4; ++j) x[j] = position_of(volumes_[i].vertex[j], row(i).vertex[j], volumes_[i].time);
      linearise(i, x);
    }
  }
  /// By how much a volume falls short of its goal at the positions of the last linearise(), in the units of B y.
  [[nodiscard]] double defect(std::size_t i) const {
    return volumes_[i].scale * (volumes_[i].goal - volumes_[i].volume);
  }
  [[nodiscard]] double volume(std::size_t i) const { return volumes_[i].volume; }  ///< V there [m³]
  [[nodiscard]] double goal(std::size_t i) const { return volumes_[i].goal; }      ///< V asked for [m³]

 private:
  struct Volume {
    std::array<VertexId, 4> vertex;
    std::array<double, 4> root_inverse_mass = {};  ///< zero where the vertex is prescribed
    double sign = 0.0;                             ///< 0: flat at the start, so that the sides cannot be told apart
    StencilKind kind = StencilKind::vertex_triangle;
    double height = 0.0;  ///< that defines the goal; 0: none
    double goal = 0.0, volume = 0.0, scale = 0.0, time = 1.0;
  };
  void linearise(std::size_t i, const std::array<Vec3, 4>& x);

  std::vector<Volume> volumes_;
  std::vector<double> root_inverse_mass_;
  bool is_free_ = true;
};

}  // namespace muslin
