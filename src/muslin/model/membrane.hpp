#pragma once
#include <array>
#include <cstdint>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/model/element.hpp>
#include <muslin/model/material.hpp>
#include <muslin/model/material_space.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Tension S = C : E of an orthotropic membrane, with the axes of the material space [N/m]:
///   S₁₁ = c11 E₁₁ + c12 E₂₂,  S₂₂ = c12 E₁₁ + c22 E₂₂,  S₁₂ = 2 c66 E₁₂
struct MembraneModuli {
  double c11 = 0.0, c22 = 0.0, c12 = 0.0, c66 = 0.0;
};

/// Returns moduli with which a strip cut along warp or weft and free to contract has the modulus `stretch_warp` or
/// `stretch_weft`.
[[nodiscard]] MembraneModuli membrane_moduli(const Fabric& fabric);

/// Triangles that resist stretch and shear within their surface, with constant strain, large rotation and St.
/// Venant–Kirchhoff material [Volino09].
///   F = Σ x_a g_aᵀ      deformation gradient, 3×2; g_a is the gradient of corner a's weight in material space [1/m]
///   E = ½ (FᵀF - I)     Green strain, invariant under rotation
///   energy = A · ½ E:C:E,  S = C:E,  force on corner a = -A F S g_a
/// Damping is viscous in the strain, S += β C:Ė with β = Fabric::stretch_damping. It does not oppose rigid motion, and
/// it conserves linear and angular momentum. A triangle compressed below 1/√3 of its length becomes weaker again, and
/// an inverted triangle is not distinguished from its mirror image; cloth buckles or is stopped by contact long before.
class Membrane {
 public:
  static constexpr int kCorners = 3;
  static constexpr NetForce kNetForce = NetForce::zero;

  /// The stretch, less one [1], of the two directions that remain perpendicular to each other.
  struct PrincipalStrain {
    double largest = 0.0;
    double smallest = 0.0;
  };

  /// Returns an index for add().
  [[nodiscard]] std::int32_t add_fabric(const Fabric& fabric);
  /// Adds a triangle whose corners must satisfy spans_area(). Their orientation is free, because a mirrored material
  /// space has the same strain.
  void add(const Triangle& triangle, const MaterialCorners& corners, std::int32_t fabric);

  [[nodiscard]] std::size_t size() const { return rest_.size(); }
  [[nodiscard]] const Triangle& vertices(std::size_t e) const { return rest_[e].vertices; }
  [[nodiscard]] double area(std::size_t e) const { return rest_[e].area; }  ///< in material space [m²]

  void prepare(std::span<const Vec3> x, std::span<const Vec3> v);

  [[nodiscard]] double energy(std::size_t e) const;
  [[nodiscard]] PrincipalStrain strain(std::size_t e) const;
  [[nodiscard]] Vec3 force(std::size_t e, int a) const {
    return -traction(now_[e].deformation, now_[e].total_stress, gradient(e, a));
  }
  [[nodiscard]] Vec3 implicit_force(std::size_t e, int a) const {
    return -traction(now_[e].deformation, now_[e].elastic_stress, gradient(e, a));
  }
  /// Returns the block of stiffness K and damping D. K_ab = A (F M_ab Fᵀ + (g_a·S⁺ g_b) I), where M_ab = ∂(C:E
  /// g_a)/∂(Fᵀ x_b) and S⁺ is S without its compressive part, the only part that can make K indefinite. D = β A F M_ab
  /// Fᵀ. The block is exact where nothing is compressed.
  [[nodiscard]] Mat3 block(std::size_t e, int a, int b, MatrixWeights weights) const;
  /// Returns K_ab with S itself: -∂f_a/∂x_b of the elastic force, which is indefinite under compression. It serves
  /// tests and studies.
  [[nodiscard]] Mat3 exact_block(std::size_t e, int a, int b) const;

 private:
  /// A symmetric 2×2 matrix.
  struct Symmetric2 {
    double xx = 0.0, yy = 0.0, xy = 0.0;
  };
  using Deformation = Eigen::Matrix<double, 3, 2>;
  struct Material {
    MembraneModuli moduli;
    double damping = 0.0;  ///< β [s]
  };
  struct Rest {
    std::array<Vec2, 3> gradient;  ///< g_a [1/m]
    double area = 0.0;             ///< [m²]
    Triangle vertices;
    std::int32_t material = 0;
  };
  struct Now {
    Deformation deformation;    ///< F
    Symmetric2 elastic_stress;  ///< A S [N m]
    Symmetric2 total_stress;    ///< A S with damping [N m]
    Symmetric2 tension;         ///< A S⁺
  };

  [[nodiscard]] const Vec2& gradient(std::size_t e, int a) const {
    return rest_[e].gradient[static_cast<std::size_t>(a)];
  }
  [[nodiscard]] static Symmetric2 stress(const MembraneModuli& moduli, const Symmetric2& strain, double scale);
  [[nodiscard]] static Symmetric2 positive_part(const Symmetric2& s);
  [[nodiscard]] static Vec3 traction(const Deformation& f, const Symmetric2& s, const Vec2& g) {
    return f.col(0) * (s.xx * g.x() + s.xy * g.y()) + f.col(1) * (s.xy * g.x() + s.yy * g.y());
  }
  /// Returns `material`·F M_ab Fᵀ + `geometric`·(g_a·s g_b) I.
  [[nodiscard]] Mat3 weighted_block(std::size_t e, int a, int b, double material, const Symmetric2& s,
                                    double geometric) const;

  std::vector<Material> materials_;
  std::vector<Rest> rest_;
  std::vector<Now> now_;
};
static_assert(ElementKind<Membrane>);

/// Makes a membrane with one fabric for all triangles of a mesh, in its material_corners(). An Error names the first
/// triangle without area.
[[nodiscard]] Result<Membrane> make_membrane(const Mesh& mesh, const Fabric& fabric);

}  // namespace muslin
