#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/model/axial_spring.hpp>
#include <muslin/model/element.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Three consecutive vertices of a cable, with its bending resistance at the middle one.
struct CableJoint {
  std::array<VertexId, 3> vertices;
  std::array<double, 2> rest_lengths = {};  ///< [m] > 0, of the segments before and after the middle vertex
  double rigidity = 0.0;                    ///< EI [N m²] ≥ 0
  double rest_curvature = 0.0;              ///< [1/m] ≥ 0, in any direction that the cable bends; 0 if straight
  double damping = 0.0;                     ///< [s] moment per rate of curvature, relative to the rigidity
};

/// Bending of polylines. With the rest lengths l₁, l₂ of the two segments and h = (l₁ + l₂)/2,
///   curvature vector  κ = ((x₂ - x₁)/l₂ - (x₁ - x₀)/l₁) / h,   energy = ½ EI h (|κ| - κ₀)²
/// The length of κ is 2 sin(φ/2)/h for the angle φ between segments of rest length. It converges to the curvature of a
/// smooth curve for any spacing. κ is linear in the positions, so the matrix of a straight cable is constant, exact and
/// positive, and the energy is the one-dimensional case of quadratic bending [Bergou06]. This choice has two limits. A
/// fold by 180° costs a finite energy, 2 EI/h (the tangent form 2 tan(φ/2)/h of [Bergou08] would prevent it; here
/// contact does). A cable stretched by ε is 1 + ε times as stiff in bending, but cables hardly stretch. There is no
/// twist.
class CableBending {
 public:
  static constexpr int kCorners = 3;
  static constexpr NetForce kNetForce = NetForce::zero;

  void add(const CableJoint& joint);

  [[nodiscard]] std::size_t size() const { return joints_.size(); }
  [[nodiscard]] const std::array<VertexId, 3>& vertices(std::size_t e) const { return joints_[e].vertices; }

  void prepare(std::span<const Vec3> x, std::span<const Vec3> v);

  [[nodiscard]] double energy(std::size_t e) const { return now_[e].energy; }
  [[nodiscard]] double curvature(std::size_t e) const { return now_[e].length; }  ///< |κ| [1/m]
  [[nodiscard]] Vec3 force(std::size_t e, int a) const { return (-weight(e, a) * now_[e].tension) * now_[e].direction; }
  [[nodiscard]] Vec3 implicit_force(std::size_t e, int a) const {
    return (-weight(e, a) * now_[e].elastic) * now_[e].direction;
  }
  [[nodiscard]] Mat3 block(std::size_t e, int a, int b, MatrixWeights weights) const {
    return (weight(e, a) * weight(e, b)) * now_[e].matrix(weights);
  }

 private:
  /// A joint in the form κ = Σ c_a x_a, with the spring law for |κ|.
  struct Joint {
    std::array<VertexId, 3> vertices;
    std::array<double, 3> weights;  ///< c_a [1/m²]
    detail::AxialSpringLaw law;
  };
  [[nodiscard]] double weight(std::size_t e, int a) const { return joints_[e].weights[static_cast<std::size_t>(a)]; }

  std::vector<Joint> joints_;
  std::vector<detail::AxialSpring> now_;
};
static_assert(ElementKind<CableBending>);

}  // namespace muslin
