#pragma once
#include <Eigen/Core>
#include <muslin/math/krylov/preconditioner.hpp>
#include <vector>

namespace muslin {

/// Restricts conjugate gradients to solutions in which groups of vertices move like rigid bodies. It replaces a
/// preconditioner P by Π P Πᵀ, where Π replaces the motion of a group by the rigid motion nearest to it; conjugate
/// gradients never leave the range of their preconditioner. With B the motions of vertices by translations and
/// rotations of their groups, Π = B (BᵀDB)⁻¹ BᵀD. The weights D are the diagonal of the matrix. They give stiff
/// vertices the most influence, because forces act on the stiff vertices of a group and not on its light ones.
class RigidPreconditioner final : public Preconditioner {
 public:
  /// No vertex may be in two groups, and no vertex of a group may be fixed.
  RigidPreconditioner(std::unique_ptr<Preconditioner> inner, const std::vector<std::vector<VertexId>>& groups);

  [[nodiscard]] std::string_view name() const override { return "rigid groups"; }
  /// Sets the positions of the vertices [m], which determine the effect of a rotation. It must be called before
  /// refresh().
  void set_positions(std::span<const Vec3> x);
  void refresh(const BlockMatrix& matrix, FixedMask fixed) override;
  void apply(std::span<const Vec3> r, std::span<Vec3> z) override;

  /// Replaces v by Π v, which makes a guess that conjugate gradients can begin with. It is called after refresh().
  void project_to_rigid(std::span<Vec3> v) const;

 private:
  struct Group {
    std::vector<VertexId> members;
    std::vector<Vec3> arm;                ///< vectors from the centre, scaled to a mean length of one
    std::vector<Mat3> weight;             ///< D
    Eigen::Matrix<double, 6, 6> inverse;  ///< (BᵀDB)⁻¹
  };

  std::unique_ptr<Preconditioner> inner_;
  std::vector<Group> groups_;
  std::vector<Vec3> spread_;  ///< Πᵀ r
};

}  // namespace muslin
