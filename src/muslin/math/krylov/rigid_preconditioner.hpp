#pragma once
#include <Eigen/Core>
#include <muslin/math/krylov/preconditioner.hpp>
#include <vector>

namespace muslin {

/// Lets conjugate gradients look only for solutions in which groups of vertices move like rigid bodies: of a
/// preconditioner P it makes Π P Πᵀ, where Π replaces the motion of a group by the rigid one nearest to it, and
/// conjugate gradients never leave what their preconditioner gives them. With B the motions of vertices by ways and
/// turns of their groups, Π = B (BᵀDB)⁻¹ BᵀD; the weights D, the diagonal of the matrix, let those decide that have the
/// most to say: what pulls at a group pulls at its stiff vertices, not at its light ones.
class RigidPreconditioner final : public Preconditioner {
 public:
  /// No vertex may be in two groups, and none of a group fixed.
  RigidPreconditioner(std::unique_ptr<Preconditioner> inner, const std::vector<std::vector<VertexId>>& groups);

  [[nodiscard]] std::string_view name() const override { return "rigid groups"; }
  /// Where the vertices are [m], which says what a turn does to them. To be called before refresh().
  void set_positions(std::span<const Vec3> x);
  void refresh(const BlockMatrix& matrix, FixedMask fixed) override;
  void apply(std::span<const Vec3> r, std::span<Vec3> z) override;

  /// Π v, of a guess that conjugate gradients can begin with. After refresh().
  void project_to_rigid(std::span<Vec3> v) const;

 private:
  struct Group {
    std::vector<VertexId> members;
    std::vector<Vec3> arm;                ///< from the centre, of a mean length of one
    std::vector<Mat3> weight;             ///< D
    Eigen::Matrix<double, 6, 6> inverse;  ///< of BᵀDB
  };

  std::unique_ptr<Preconditioner> inner_;
  std::vector<Group> groups_;
  std::vector<Vec3> spread_;  ///< Πᵀ r
};

}  // namespace muslin
