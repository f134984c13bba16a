#pragma once
#include <array>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/model/axial_spring.hpp>
#include <muslin/model/element.hpp>
#include <span>
#include <vector>

namespace muslin {

/// A spring between two vertices.
struct Spring {
  Segment vertices;
  double rest_length = 0.0;  ///< [m] ≥ 0
  double stiffness = 0.0;    ///< [N/m] ≥ 0
  double damping = 0.0;      ///< [s] force per rate of extension, relative to the stiffness
};

/// Linear springs, damped along their length: ½ k (|x₁ - x₀| - l)². The stiffness across a compressed spring is
/// negative and is taken as zero [Choi02]; the matrix of a stretched spring is exact. A spring whose ends coincide has
/// no direction and no force.
class Springs {
 public:
  static constexpr int kCorners = 2;
  static constexpr NetForce kNetForce = NetForce::zero;

  Springs() = default;
  explicit Springs(const std::vector<Spring>& springs);
  void add(const Spring& spring);

  [[nodiscard]] std::size_t size() const { return springs_.size(); }
  [[nodiscard]] const Segment& vertices(std::size_t e) const { return springs_[e].vertices; }
  [[nodiscard]] const Spring& spring(std::size_t e) const { return springs_[e]; }

  void prepare(std::span<const Vec3> x, std::span<const Vec3> v);

  /// Returns length over rest length, less one [1], or 0 for a spring without rest length.
  [[nodiscard]] double strain(std::size_t e) const {
    const double unit = springs_[e].stiffness * springs_[e].rest_length;
    return unit > 0.0 ? now_[e].elastic / unit : 0.0;
  }
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
  /// Tension pulls the first end along the spring and the second against it.
  [[nodiscard]] static double signed_tension(int a, double tension) { return a == 0 ? tension : -tension; }

  std::vector<Spring> springs_;
  std::vector<detail::AxialSpring> now_;
};
static_assert(ElementKind<Springs>);

}  // namespace muslin
