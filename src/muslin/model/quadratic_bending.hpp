#pragma once
#include <memory>
#include <muslin/model/bending_form.hpp>

namespace muslin {

/// Bending that is quadratic in the positions: E = ½ Σ xᵢᵀ Qᵢⱼ xⱼ with one constant scalar matrix Q for the three
/// coordinates [Bergou06]. The angles of BendingForm become θ ≈ Σ wᵢ xᵢ, a vector along the normal with weights from
/// the rest shape. This is accurate as long as the cloth hardly stretches, however much it bends or rotates. The rest
/// shape is flat.
///
/// Q is symmetric and positive semidefinite; flat states, stretched or not, have no energy. Copies share its memory.
class QuadraticBending {
 public:
  struct Entry {
    VertexId row, column;  ///< row ≤ column
    double value;          ///< [N/m]
  };
  struct Neighbour {
    VertexId column;
    double value;  ///< [N/m]
  };

  QuadraticBending(const Mesh& mesh, const Topology& topology, const Fabric& fabric,
                   const BendingFormOptions& options = {});

  [[nodiscard]] std::size_t vertex_count() const { return form_->rows.size(); }
  /// Returns the upper half of Q with its diagonal, sorted by row, then column.
  [[nodiscard]] std::span<const Entry> entries() const { return form_->entries; }
  /// Returns row i of Q without its diagonal, sorted.
  [[nodiscard]] std::span<const Neighbour> row(VertexId i) const { return form_->rows[i.index()]; }

  [[nodiscard]] double energy(std::span<const Vec3> x) const;  ///< [J]
  /// Computes y += scale·Q x, in parallel. Use scale -1 on positions for forces, and -β on velocities for damping. The
  /// product is exactly zero for translations, and opposite for each pair of vertices.
  void add_product(double scale, std::span<const Vec3> x, std::span<Vec3> y) const;

 private:
  struct Form {
    std::vector<Entry> entries;
    ListOfLists<Neighbour> rows;
  };
  std::shared_ptr<const Form> form_;
};

}  // namespace muslin
