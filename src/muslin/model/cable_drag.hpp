#pragma once
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/model/air_drag.hpp>
#include <muslin/model/element.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The drag coefficients of a cable.
struct CylinderDrag {
  double diameter = 0.005;           ///< [m]
  double air_density = kAirDensity;  ///< [kg/m³]
  double normal = 1.1;       ///< [1] coefficient of the flow across: 0.9 to 1.3 for Reynolds numbers of 2e2 to 2e5
                             ///< [Hoerner65]
  double tangential = 0.02;  ///< [1] coefficient of the flow along, on the whole surface
};

/// Wind and air resistance on segments, each a cylinder of diameter d and its current length l. With t its direction,
/// u = wind - mean velocity of its ends, and u_t and u_n the parts of u along and across t, half of this force acts on
/// each end. An implicit step treats it as AirDrag does, with D_ab = R/4:
///   f = ½ ρ d l (C_n |u_n| u_n + π C_t |u_t| u_t) = R u
class CableDrag {
 public:
  static constexpr int kCorners = 2;
  static constexpr NetForce kNetForce = NetForce::drag;

  void add(const Segment& segment, const CylinderDrag& drag);

  /// Sets the velocity of the air everywhere [m/s], for the next prepare().
  void set_wind(const Vec3& velocity) { wind_ = velocity; }

  [[nodiscard]] std::size_t size() const { return segments_.size(); }
  [[nodiscard]] const Segment& vertices(std::size_t e) const { return segments_[e]; }

  void prepare(std::span<const Vec3> x, std::span<const Vec3> v);

  [[nodiscard]] double energy(std::size_t) const { return 0.0; }
  [[nodiscard]] Vec3 force(std::size_t e, int) const { return now_[e].force; }
  [[nodiscard]] Vec3 implicit_force(std::size_t e, int) const { return now_[e].implicit_force; }
  [[nodiscard]] const Mat3& resistance(std::size_t e) const { return now_[e].resistance; }  ///< R
  [[nodiscard]] Mat3 block(std::size_t e, int, int, MatrixWeights weights) const {
    return (weights.velocity / 4.0) * now_[e].resistance;
  }

 private:
  struct Now {
    Mat3 resistance;  ///< R [kg/s]
    Vec3 force, implicit_force;
  };

  Vec3 wind_ = Vec3::Zero();
  std::vector<Segment> segments_;
  std::vector<CylinderDrag> drags_;
  std::vector<Now> now_;
};
static_assert(ElementKind<CableDrag>);

}  // namespace muslin
