#pragma once
#include <cstdint>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/model/element.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Density of air at sea level and 20 °C [kg/m³].
inline constexpr double kAirDensity = 1.2;

/// The drag coefficients of a sheet.
struct SheetDrag {
  double air_density = kAirDensity;  ///< [kg/m³]
  double normal = 1.2;               ///< [1] coefficient of the flow across the sheet; a disc has 1.17 [Hoerner65]
  double tangential = 0.02;          ///< [1] coefficient of the flow along the sheet, both sides together: friction of
                                     ///< a rough skin
};

/// Wind and air resistance on triangles. With u = wind - mean velocity of the corners, n the normal, A the current area
/// and u_t the part of u along the triangle, a third of this force acts on each corner:
///   f = ½ ρ A (C_n |u·n| (u·n) n + C_t |u| u_t) = R u,   R = ½ ρ A (C_n |u·n| n nᵀ + C_t |u| (I - n nᵀ))
/// An implicit step keeps R constant, f = R (wind - v_new). R is positive semidefinite, so drag never creates energy in
/// still air, however long the step. (The true -∂f/∂v is up to 2 R; it would converge faster, but f is not linear in
/// v.) Hence D_ab = R/9, and R wind/3 stays on the right-hand side of an implicit step. The stiffness -∂f/∂x is
/// neglected. A layer of cloth does not shelter the next one.
class AirDrag {
 public:
  static constexpr int kCorners = 3;
  static constexpr NetForce kNetForce = NetForce::drag;

  /// Returns an index for add().
  [[nodiscard]] std::int32_t add_sheet(const SheetDrag& sheet);
  void add(const Triangle& triangle, std::int32_t sheet);

  /// Sets the velocity of the air everywhere [m/s], for the next prepare().
  void set_wind(const Vec3& velocity) { wind_ = velocity; }

  [[nodiscard]] std::size_t size() const { return triangles_.size(); }
  [[nodiscard]] const Triangle& vertices(std::size_t e) const { return triangles_[e]; }

  void prepare(std::span<const Vec3> x, std::span<const Vec3> v);

  [[nodiscard]] double energy(std::size_t) const { return 0.0; }
  [[nodiscard]] Vec3 force(std::size_t e, int) const { return now_[e].force; }
  [[nodiscard]] Vec3 implicit_force(std::size_t e, int) const { return now_[e].implicit_force; }
  [[nodiscard]] const Mat3& resistance(std::size_t e) const { return now_[e].resistance; }  ///< R
  [[nodiscard]] Mat3 block(std::size_t e, int, int, MatrixWeights weights) const {
    return (weights.velocity / 9.0) * now_[e].resistance;
  }

 private:
  struct Now {
    Mat3 resistance;  ///< R [kg/s]
    Vec3 force, implicit_force;
  };

  Vec3 wind_ = Vec3::Zero();
  std::vector<SheetDrag> sheets_;
  std::vector<Triangle> triangles_;
  std::vector<std::int32_t> sheet_;
  std::vector<Now> now_;
};
static_assert(ElementKind<AirDrag>);

}  // namespace muslin
