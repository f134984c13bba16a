#include <algorithm>
#include <cmath>
#include <limits>
#include <muslin/contact/impulse.hpp>
#include <muslin/response/impulse_minimiser.hpp>

namespace muslin {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Length of a projected gradient step, in largest eigenvalues of G: below 2 the energy falls [DostalKozubek12].
constexpr double kGradientStep = 1.9;
/// Where it would take velocities this many times those there are, there is no answer: prescribed vertices leave no
/// room, or next to none.
constexpr double kNoAnswer = 1e3;
/// Steps after which that is looked at, and the gradient is found anew, without the rounding of its updates.
constexpr int kCheckEvery = 16;

/// Along the normal, outwards.
struct Pushes {
  static constexpr bool kCanGrow = true;
  std::span<const Vec3> normal;
  std::span<const double> aim;

  /// The part of a velocity that an impulse of this set can change, less what is asked of it.
  [[nodiscard]] Vec3 defect(std::size_t i, const Vec3& rho) const { return (normal[i].dot(rho) - aim[i]) * normal[i]; }
  [[nodiscard]] Vec3 part(std::size_t i, const Vec3& v) const { return normal[i].dot(v) * normal[i]; }
  /// The nearest impulse of the set; whether that is on its rim.
  bool project(std::size_t i, Vec3& p) const {
    const double r = normal[i].dot(p);
    p = std::max(0.0, r) * normal[i];
    return !(r > 0.0);
  }
  /// How far p may go against d.
  [[nodiscard]] double room(std::size_t i, const Vec3& p, const Vec3& d) const {
    const double r = normal[i].dot(p), speed = normal[i].dot(d);
    return speed > 0.0 ? std::max(0.0, r / speed) : kInfinity;
  }
};

/// Across the normal, no longer than a bound.
struct Rubs {
  static constexpr bool kCanGrow = false;
  std::span<const Vec3> normal;
  std::span<const double> bound;

  [[nodiscard]] Vec3 defect(std::size_t i, const Vec3& rho) const { return part(i, rho); }
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
  /// |p - α d| = bound.
  [[nodiscard]] double room(std::size_t i, const Vec3& p, const Vec3& d) const {
    const double dd = d.squaredNorm();
    if (!(dd > 0.0)) return kInfinity;
    const double pd = p.dot(d), left = std::max(0.0, bound[i] * bound[i] - p.squaredNorm());
    const double root = std::sqrt(pd * pd + dd * left);
    return pd > 0.0 ? (pd + root) / dd : left / (root - pd);
  }
};

double dot(std::span<const Vec3> a, std::span<const Vec3> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i].dot(b[i]);
  return sum;
}

}  // namespace

ImpulseMinimiser::Report ImpulseMinimiser::push(const ContactRows& rows, std::span<const Vec3> normal,
                                                std::span<const double> aim, std::span<const Vec3> rho,
                                                const Options& options, std::span<Vec3> impulse) {
  return minimise(rows, Pushes{normal, aim}, rho, options, impulse);
}

ImpulseMinimiser::Report ImpulseMinimiser::rub(const ContactRows& rows, std::span<const Vec3> normal,
                                               std::span<const double> bound, std::span<const Vec3> rho,
                                               const Options& options, std::span<Vec3> impulse) {
  return minimise(rows, Rubs{normal, bound}, rho, options, impulse);
}

void ImpulseMinimiser::multiply(const ContactRows& rows, std::span<const Vec3> p, std::span<Vec3> product) {
  rows.multiply_transposed<Vec3>(p, vertices_, Vec3::Zero());
  rows.multiply<Vec3>(vertices_, product);
}

template <class Sets>
void ImpulseMinimiser::find_gradient(const ContactRows& rows, const Sets& sets, std::span<const Vec3> rho,
                                     std::span<const Vec3> impulse) {
  multiply(rows, impulse, gradient_);
  for (std::size_t i = 0; i < gradient_.size(); ++i) gradient_[i] = sets.defect(i, rho[i] + gradient_[i]);
}

template <class Sets>
ImpulseMinimiser::Report ImpulseMinimiser::minimise(const ContactRows& rows, const Sets& sets,
                                                    std::span<const Vec3> rho, const Options& options,
                                                    std::span<Vec3> impulse) {
  const std::size_t n = rows.size();
  gradient_.resize(n), direction_.resize(n), product_.resize(n), at_rim_.resize(n);
  vertices_.resize(rows.vertex_count());
  Report report;
  const double largest_eigenvalue = rows.largest_eigenvalue_bound();
  if (!(largest_eigenvalue > 0.0)) {
    std::fill(impulse.begin(), impulse.end(), Vec3::Zero());
    report.converged = true;
    return report;
  }
  const double step = kGradientStep / largest_eigenvalue;
  double scale = 0.0, speed = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    at_rim_[i] = sets.project(i, impulse[i]) ? 1 : 0;
    const Vec3 defect = sets.defect(i, rho[i]);
    scale = std::max({scale, rho[i].norm(), defect.norm()});
    speed += defect.squaredNorm();
  }
  speed = std::sqrt(speed);

  find_gradient(rows, sets, rho, impulse);
  bool is_fresh = true;  // the direction: steepest descent inside the sets
  int until_check = kCheckEvery;
  for (;;) {
    // What a projected step would change: at the rims, and inside.
    double rim = 0.0, inside = 0.0;
    report.residual = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      Vec3 target = impulse[i] - step * gradient_[i];
      sets.project(i, target);
      const Vec3 reduced = (impulse[i] - target) / step;
      report.residual = std::max(report.residual, reduced.norm());
      if (at_rim_[i] != 0)
        rim += reduced.squaredNorm();
      else
        inside += reduced.dot(gradient_[i]);
    }
    if (report.residual > 0.0) report.residual /= scale;
    report.converged = report.residual <= options.tolerance;
    if (report.converged || report.iterations >= options.max_iterations) return report;
    if (--until_check == 0) {
      until_check = kCheckEvery;
      find_gradient(rows, sets, rho, impulse);
      // Velocities z that satisfy all have B z ≥ -ρ, so |Bᵀp| |z| ≥ -ρᵀp for all pushes p: a bound on |z|.
      double needed = 0.0;
      for (std::size_t i = 0; i < n; ++i) needed -= sets.defect(i, rho[i]).dot(impulse[i]);
      report.impossible = Sets::kCanGrow && needed > kNoAnswer * speed * std::sqrt(dot(vertices_, vertices_));
      if (report.impossible) return report;
    }

    if (rim > inside) {  // some should leave their rims, or move along them
      for (std::size_t i = 0; i < n; ++i) {
        if (at_rim_[i] == 0) continue;
        impulse[i] -= step * gradient_[i];
        at_rim_[i] = sets.project(i, impulse[i]) ? 1 : 0;
      }
      find_gradient(rows, sets, rho, impulse);
      ++report.iterations;
      is_fresh = true;
      continue;
    }

    if (is_fresh)
      for (std::size_t i = 0; i < n; ++i) direction_[i] = at_rim_[i] != 0 ? Vec3::Zero() : gradient_[i];
    is_fresh = false;
    multiply(rows, direction_, product_);
    ++report.iterations;
    for (std::size_t i = 0; i < n; ++i) product_[i] = sets.part(i, product_[i]);
    const double curvature = dot(direction_, product_);
    const double wanted = curvature > 0.0 ? dot(gradient_, direction_) / curvature : kInfinity;
    double room = kInfinity;
    for (std::size_t i = 0; i < n; ++i)
      if (at_rim_[i] == 0) room = std::min(room, sets.room(i, impulse[i], direction_[i]));
    report.impossible = std::min(wanted, room) == kInfinity;  // it would grow for ever
    if (report.impossible) return report;

    if (wanted < room) {
      for (std::size_t i = 0; i < n; ++i) {
        impulse[i] -= wanted * direction_[i];
        gradient_[i] -= wanted * product_[i];
      }
      double along = 0.0;
      for (std::size_t i = 0; i < n; ++i)
        if (at_rim_[i] == 0) along += gradient_[i].dot(product_[i]);
      const double share = along / curvature;
      for (std::size_t i = 0; i < n; ++i)
        direction_[i] = at_rim_[i] != 0 ? Vec3::Zero() : Vec3(gradient_[i] - share * direction_[i]);
    } else {  // to the rim, and on from there by the gradient
      for (std::size_t i = 0; i < n; ++i) {
        if (at_rim_[i] != 0) continue;
        impulse[i] -= room * direction_[i];
        gradient_[i] -= room * product_[i];
        impulse[i] -= step * gradient_[i];
        at_rim_[i] = sets.project(i, impulse[i]) ? 1 : 0;
      }
      find_gradient(rows, sets, rho, impulse);
      ++report.iterations;
      is_fresh = true;
    }
  }
}

}  // namespace muslin
