#pragma once
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/model/axial_spring.hpp>
#include <muslin/model/element.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A straight strip between two vertices, which buckles into an arc when they approach each other.
struct BendSpring {
  Segment vertices;
  double rest_length = 0.0;  ///< L [m] > 0, length of the strip
  double rigidity = 0.0;     ///< B [N m²] ≥ 0, bending rigidity of the strip
  double stiffness = 0.0;    ///< c [N/m] > 0, against compression before buckling
  double damping = 0.0;      ///< [s] force per rate of compression, relative to the current stiffness
};

/// Bending resistance of cloth made of springs [Choi02]. An ordinary spring across an edge resists the bending of a
/// flat sheet only to fourth order in the curvature. Here two vertices at the distance l < L are the ends of an arc of
/// length L. With u half its angle, l = L sin(u)/u, the curvature is κ = 2u/L, the energy is ½ B L κ², and so the
/// thrust is
///   T = B κ² / (sin(u)/u - cos(u)),   12 B/L² at the onset of bending, 39.5 B/L² for the closed circle.
/// The thrust grows with the bend, so the matrix is positive along the spring; across it, compression makes the matrix
/// negative, and it is taken as zero. The jump from no thrust to 12 B/L² at l = L is replaced by the linear thrust c (L
/// - l) up to the point where the two are equal. Curvatures so small that the arc shortens by less than that are
/// therefore resisted too little. The springs do not resist stretch. They treat in-plane compression as bending,
/// because the direction of a spring cannot distinguish the two.
class BendSprings {
 public:
  static constexpr int kCorners = 2;
  static constexpr NetForce kNetForce = NetForce::zero;

  BendSprings() = default;
  explicit BendSprings(const std::vector<BendSpring>& springs);
  void add(const BendSpring& spring);

  [[nodiscard]] std::size_t size() const { return springs_.size(); }
  [[nodiscard]] const Segment& vertices(std::size_t e) const { return springs_[e].vertices; }
  [[nodiscard]] const BendSpring& spring(std::size_t e) const { return springs_[e]; }

  void prepare(std::span<const Vec3> x, std::span<const Vec3> v);

  [[nodiscard]] double energy(std::size_t e) const { return now_[e].energy; }
  [[nodiscard]] Vec3 force(std::size_t e, int a) const {
    return signed_tension(a, now_[e].tension) * now_[e].direction;
  }
  [[nodiscard]] Vec3 implicit_force(std::size_t e, int a) const {
    return signed_tension(a, now_[e].elastic) * now_[e].direction;
  }
  [[nodiscard]] Mat3 block(std::size_t e, int a, int b, MatrixWeights weights) const {
    const Mat3 whole = now_[e].matrix(weights);
    return a == b ? whole : Mat3(-whole);
  }

 private:
  [[nodiscard]] static double signed_tension(int a, double tension) { return a == 0 ? tension : -tension; }

  std::vector<BendSpring> springs_;
  std::vector<double> buckling_angle_;  ///< u at which the thrust of the arc replaces the linear thrust
  std::vector<detail::AxialSpring> now_;
};
static_assert(ElementKind<BendSprings>);

}  // namespace muslin
