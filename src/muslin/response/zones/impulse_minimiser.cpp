#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/contact/impulse.hpp>
#include <muslin/response/zones/impulse_minimiser.hpp>
#include <utility>

namespace muslin {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Common part of both impulse sets. The impulses reduce the relative velocities ρ.
template <class Sets>
struct ImpulseSetBase {
  std::span<const Vec3> normal;
  std::span<const Vec3> rho;

  [[nodiscard]] Vec3 at_rest(std::size_t i) const { return self().defect(i, Vec3::Zero()); }
  [[nodiscard]] std::pair<double, double> scale() const {
    double largest = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < rho.size(); ++i) {
      const Vec3 defect = at_rest(i);
      largest = std::max({largest, rho[i].norm(), defect.norm()});
      squares += defect.squaredNorm();
    }
    return {largest, std::sqrt(squares)};
  }

 private:
  [[nodiscard]] const Sets& self() const { return static_cast<const Sets&>(*this); }
};

/// Impulses along the normal that push the elements apart.
struct NormalImpulses : ImpulseSetBase<NormalImpulses> {
  static constexpr bool kCanGrow = true;
  std::span<const double> target_velocity;

  NormalImpulses(std::span<const Vec3> n, std::span<const Vec3> r, std::span<const double> a)
      : ImpulseSetBase{n, r}, target_velocity(a) {}

  /// The part of a velocity that an impulse of this set can change, minus its target.
  [[nodiscard]] Vec3 defect(std::size_t i, const Vec3& change) const {
    return (normal[i].dot(rho[i] + change) - target_velocity[i]) * normal[i];
  }
  [[nodiscard]] Vec3 part(std::size_t i, const Vec3& v) const { return normal[i].dot(v) * normal[i]; }
  /// Projects p onto the set. Returns true if the result is on the boundary.
  bool project(std::size_t i, Vec3& p) const {
    const double r = normal[i].dot(p);
    p = std::max(0.0, r) * normal[i];
    return !(r > 0.0);
  }
  /// Largest α for which p - α d stays in the set.
  [[nodiscard]] double room(std::size_t i, const Vec3& p, const Vec3& d) const {
    const double r = normal[i].dot(p), speed = normal[i].dot(d);
    return speed > 0.0 ? std::max(0.0, r / speed) : kInfinity;
  }
};

/// Tangential impulses that do not exceed a bound.
struct FrictionImpulses : ImpulseSetBase<FrictionImpulses> {
  static constexpr bool kCanGrow = false;
  std::span<const double> bound;

  FrictionImpulses(std::span<const Vec3> n, std::span<const Vec3> r, std::span<const double> b)
      : ImpulseSetBase{n, r}, bound(b) {}

  [[nodiscard]] Vec3 defect(std::size_t i, const Vec3& change) const { return part(i, rho[i] + change); }
  [[nodiscard]] Vec3 part(std::size_t i, const Vec3& v) const {
    return bound[i] > 0.0 ? tangential(v, normal[i]) : Vec3::Zero();
  }
  bool project(std::size_t i, Vec3& p) const {
    if (!(bound[i] > 0.0)) {
      p.setZero();
      return true;
    }
    p = tangential(p, normal[i]);
    const double length = p.norm();
    if (length < bound[i]) return false;
    p *= bound[i] / length;
    return true;
  }
  /// Solves |p - α d| = bound for α.
  [[nodiscard]] double room(std::size_t i, const Vec3& p, const Vec3& d) const {
    const double dd = d.squaredNorm();
    if (!(dd > 0.0)) return kInfinity;
    const double pd = p.dot(d), left = std::max(0.0, bound[i] * bound[i] - p.squaredNorm());
    const double root = std::sqrt(pd * pd + dd * left);
    return pd > 0.0 ? (pd + root) / dd : left / (root - pd);
  }
};

}  // namespace

ImpulseMinimiser::Report ImpulseMinimiser::minimise_normal(const ContactRows& rows, std::span<const Vec3> normal,
                                                           std::span<const double> target_velocity,
                                                           std::span<const Vec3> rho, const Options& options,
                                                           std::span<Vec3> impulse) {
  return minimise(rows, NormalImpulses(normal, rho, target_velocity), options, impulse);
}

ImpulseMinimiser::Report ImpulseMinimiser::minimise_friction(const ContactRows& rows, std::span<const Vec3> normal,
                                                             std::span<const double> bound, std::span<const Vec3> rho,
                                                             const Options& options, std::span<Vec3> impulse) {
  return minimise(rows, FrictionImpulses(normal, rho, bound), options, impulse);
}

template <class Sets>
ImpulseMinimiser::Report ImpulseMinimiser::minimise(const ContactRows& rows, const Sets& sets, const Options& options,
                                                    std::span<Vec3> impulse) {
  vertices_.resize(rows.vertex_count());
  const auto multiply = [&](std::span<const Vec3> p, std::span<Vec3> product) {
    rows.multiply_transposed<Vec3>(p, vertices_);
    rows.multiply<Vec3>(vertices_, product);
  };
  return minimiser_.minimise(sets, multiply, rows.largest_eigenvalue_bound(), options, impulse);
}

}  // namespace muslin
