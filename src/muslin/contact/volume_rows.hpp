#pragma once
#include <cstdint>
#include <muslin/contact/contact.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The collision tetrahedra of a zone [Sifakis08 §5]: each contact's four vertices, turned so that the volume is
/// positive where the step starts. Their volumes as a linear map B from the displacements of the zone's movable
/// vertices, in units that make every vertex and every tetrahedron alike [kg^½ m]:
///   displacements  y = (x - x₀) / √w
///   volumes        B y = (V - V₀) / √a to first order,  a = Σ wᵢ |∂V/∂xᵢ|²
/// so that FᵀWF of the paper's (4) becomes B Bᵀ with ones on its diagonal. This scaling is that of the unknowns alone:
/// a tetrahedron whose gradient is zero is a row of zeros.
class VolumeRows {
 public:
  /// `which`: indices of contacts. `vertices`: all of their movable vertices, ascending. `start`: of all vertices.
  void assign(std::span<const Contact> contacts, std::span<const std::uint32_t> which,
              std::span<const VertexId> vertices, std::span<const double> vertex_inverse_mass,
              std::span<const Vec3> start);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }  ///< tetrahedra
  [[nodiscard]] std::size_t vertex_count() const { return root_inverse_mass_.size(); }
  [[nodiscard]] double root_inverse_mass(std::size_t vertex) const { return root_inverse_mass_[vertex]; }  ///< √w
  /// Is every vertex of every tetrahedron movable? Then impulses keep momentum.
  [[nodiscard]] bool is_free() const { return is_free_; }

  /// Asks for this share of the volume of the start. Without that: all of it, no more and no less.
  void set_target_share(std::size_t row, double share) { rows_[row].goal *= share; }
  /// Asks for the volume that there is with this height [m] over the triangle, or between the edges, at a time in [0,
  /// 1] of the step. Where edges turn, volumes of the start say little of the room between them.
  void set_target_height(std::size_t row, double height, double time) {
    rows_[row].height = height;
    rows_[row].time = time;
  }
  /// Takes over gradients and volumes at position_of(vertex, number of that vertex in the zone if it is movable, time).
  template <class PositionOf>
  void linearise(PositionOf&& position_of) {
    for (Row& row : rows_) {
      std::array<Vec3, 4> x;
      for (std::size_t j = 0; j < 4; ++j) x[j] = position_of(row.vertex[j], row.local[j], row.time);
      linearise(row, x);
    }
  }
  /// What a volume lacks of what is asked for, at the positions last taken over, in the units of B y.
  [[nodiscard]] double defect(std::size_t row) const {
    return rows_[row].scale * (rows_[row].goal - rows_[row].volume);
  }
  [[nodiscard]] double volume(std::size_t row) const { return rows_[row].volume; }  ///< V there [m³]
  [[nodiscard]] double goal(std::size_t row) const { return rows_[row].goal; }      ///< V asked for [m³]

  /// No eigenvalue of B Bᵀ is larger: the largest sum of a row of |B| |Bᵀ|.
  [[nodiscard]] double largest_eigenvalue_bound() const;

  /// B y.
  void multiply(std::span<const Vec3> y, std::span<double> product) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      double sum = row.gradient[0].dot(y[row.local[0]]);
      for (std::size_t j = 1; j < 4; ++j) sum += row.gradient[j].dot(y[row.local[j]]);
      product[i] = sum;
    }
  }
  /// y = Bᵀ q.
  void multiply_transposed(std::span<const double> q, std::span<Vec3> y) const {
    for (Vec3& value : y) value.setZero();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      for (std::size_t j = 0; j < 4; ++j) y[row.local[j]] += q[i] * row.gradient[j];
    }
  }

 private:
  struct Row {
    std::array<VertexId, 4> vertex;
    std::array<std::uint32_t, 4> local = {};  ///< of this zone; any, where the vertex is prescribed
    std::array<double, 4> root_inverse_mass = {};
    std::array<Vec3, 4> gradient;  ///< ∂V/∂x √w / √a, x at the end of the step
    double sign = 0.0;             ///< 0: flat at the start, so nothing says which side is which
    StencilKind kind = StencilKind::vertex_triangle;
    double height = 0.0;  ///< that sets the goal; 0: it stays as it is
    double goal = 0.0, volume = 0.0, scale = 0.0, time = 1.0;
  };
  static void linearise(Row& row, const std::array<Vec3, 4>& x);

  std::vector<Row> rows_;
  std::vector<double> root_inverse_mass_;
  bool is_free_ = true;
};

}  // namespace muslin
