#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <muslin/core/tolerances/math.hpp>
#include <muslin/core/types.hpp>
#include <span>
#include <utility>
#include <vector>

namespace muslin {

struct BoundedMinimiserOptions {
  double tolerance = 1e-10;  ///< largest remaining gradient, relative to `scale` [1]
  int max_iterations = 100;  ///< products with G
};

struct BoundedMinimiserReport {
  bool converged = false;
  bool unbounded = false;  ///< shown to have no minimum
  int iterations = 0;      ///< products with G
  double residual = 0.0;   ///< largest reduced gradient, relative to the largest defect
};

/// Minimises ½ pᵀ G p + ρᵀ p with each pᵢ (a number, or a vector) in its own convex set. It uses conjugate gradients in
/// the interior of the sets, projected gradients on their boundaries, and a rule that chooses between the two
/// [DostalKozubek12]. G is symmetric and may be singular. The solve starts from the given p, projected onto the sets.
/// One object should be reused, because it keeps its vectors. docs/solvers.md compares the solvers.
///
/// `Sets` describes the sets:
///   kCanGrow            true if the sets are unbounded; then there may be no minimum
///   defect(i, Gp)       the part of (Gp + ρ)ᵢ that pᵢ can change
///   part(i, x)          the same part of any x
///   project(i, p)       moves p to the nearest point of the set; returns whether that is on its boundary
///   room(i, p, d)       the distance that p may move along -d
///   at_rest(i)          the part of ρᵢ that pᵢ can change
///   scale()             the largest of ρ, and the length of at_rest() over all i: tolerances are relative to them
template <class Value>
class BoundedMinimiser {
 public:
  /// `multiply(p, product)` computes G p. No eigenvalue of G may be larger than `largest_eigenvalue`.
  template <class Sets, class Multiply>
  BoundedMinimiserReport minimise(const Sets& sets, const Multiply& multiply, double largest_eigenvalue,
                                  const BoundedMinimiserOptions& options, std::span<Value> p);

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  static double dot(double a, double b) { return a * b; }
  static double dot(const Vec3& a, const Vec3& b) { return a.dot(b); }
  static double norm(double a) { return std::abs(a); }
  static double norm(const Vec3& a) { return a.norm(); }
  static void set_zero(double& a) { a = 0.0; }
  static void set_zero(Vec3& a) { a.setZero(); }
  static double dot(std::span<const Value> a, std::span<const Value> b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i], b[i]);
    return sum;
  }
  /// Computes the gradient, and returns pᵀ G p.
  template <class Sets, class Multiply>
  double find_gradient(const Sets& sets, const Multiply& multiply, std::span<const Value> p) {
    multiply(p, std::span<Value>(gradient_));
    const double energy = dot(p, gradient_);
    for (std::size_t i = 0; i < gradient_.size(); ++i) gradient_[i] = sets.defect(i, gradient_[i]);
    return energy;
  }

  std::vector<Value> gradient_, direction_, product_;
  std::vector<std::uint8_t> at_boundary_;
};

/// The sets of BoundedMinimiser<double> for pᵢ ≥ 0. The solution has (G p)ᵢ ≥ violationᵢ, with equality where pᵢ > 0.
struct NonNegative {
  static constexpr bool kCanGrow = true;
  std::span<const double> violation;

  [[nodiscard]] double defect(std::size_t i, double change) const { return change - violation[i]; }
  [[nodiscard]] double at_rest(std::size_t i) const { return -violation[i]; }
  [[nodiscard]] static double part(std::size_t, double value) { return value; }
  static bool project(std::size_t, double& value) {
    const bool at_boundary = !(value > 0.0);
    if (at_boundary) value = 0.0;
    return at_boundary;
  }
  [[nodiscard]] static double room(std::size_t, double value, double d) {
    return d > 0.0 ? value / d : std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] std::pair<double, double> scale() const {
    double largest = 0.0, squares = 0.0;
    for (const double value : violation) {
      largest = std::max(largest, std::abs(value));
      squares += value * value;
    }
    return {largest, std::sqrt(squares)};
  }
};

template <class Value>
template <class Sets, class Multiply>
BoundedMinimiserReport BoundedMinimiser<Value>::minimise(const Sets& sets, const Multiply& multiply,
                                                         double largest_eigenvalue,
                                                         const BoundedMinimiserOptions& options, std::span<Value> p) {
  const std::size_t n = p.size();
  gradient_.resize(n), direction_.resize(n), product_.resize(n), at_boundary_.resize(n);
  BoundedMinimiserReport report;
  if (!(largest_eigenvalue > 0.0)) {
    for (Value& value : p) set_zero(value);
    report.converged = true;
    return report;
  }
  const double step = tolerance::kProjectedGradientStep / largest_eigenvalue;
  const auto [largest, length] = sets.scale();
  for (std::size_t i = 0; i < n; ++i) at_boundary_[i] = sets.project(i, p[i]) ? 1 : 0;

  find_gradient(sets, multiply, p);
  bool is_fresh = true;  // the direction is that of steepest descent inside the sets
  int until_check = tolerance::kGradientRefreshInterval;
  for (;;) {
    // Compute the reduced gradient from a projected step, on the boundaries and in the interior.
    double rim = 0.0, inside = 0.0;
    report.residual = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      Value target = p[i] - step * gradient_[i];
      sets.project(i, target);
      const Value reduced = (p[i] - target) / step;
      report.residual = std::max(report.residual, norm(reduced));
      if (at_boundary_[i] != 0)
        rim += dot(reduced, reduced);
      else
        inside += dot(reduced, gradient_[i]);
    }
    if (report.residual > 0.0) report.residual /= largest;
    report.converged = report.residual <= options.tolerance;
    if (report.converged || report.iterations >= options.max_iterations) return report;
    if (--until_check == 0) {
      until_check = tolerance::kGradientRefreshInterval;
      const double energy = find_gradient(sets, multiply, p);
      // G = BBᵀ. Every z that satisfies all constraints has B z ≥ -ρ, so |Bᵀp| |z| ≥ -ρᵀp for all p, which bounds |z|
      // from below.
      double needed = 0.0;
      for (std::size_t i = 0; i < n; ++i) needed -= dot(sets.at_rest(i), p[i]);
      report.unbounded =
          Sets::kCanGrow && needed > tolerance::kInfeasibleVelocityRatio * length * std::sqrt(std::max(0.0, energy));
      if (report.unbounded) return report;
    }

    if (rim > inside) {  // some values should leave their boundaries, or move along them
      for (std::size_t i = 0; i < n; ++i) {
        if (at_boundary_[i] == 0) continue;
        p[i] -= step * gradient_[i];
        at_boundary_[i] = sets.project(i, p[i]) ? 1 : 0;
      }
      find_gradient(sets, multiply, p);
      ++report.iterations;
      is_fresh = true;
      continue;
    }

    if (is_fresh) {
      for (std::size_t i = 0; i < n; ++i) {
        direction_[i] = gradient_[i];
        if (at_boundary_[i] != 0) set_zero(direction_[i]);
      }
    }
    is_fresh = false;
    multiply(std::span<const Value>(direction_), std::span<Value>(product_));
    ++report.iterations;
    for (std::size_t i = 0; i < n; ++i) product_[i] = sets.part(i, product_[i]);
    const double curvature = dot(direction_, product_);
    const double wanted = curvature > 0.0 ? dot(gradient_, direction_) / curvature : kInfinity;
    double room = kInfinity;
    for (std::size_t i = 0; i < n; ++i)
      if (at_boundary_[i] == 0) room = std::min(room, sets.room(i, p[i], direction_[i]));
    report.unbounded = std::min(wanted, room) == kInfinity;
    if (report.unbounded) return report;

    if (wanted < room) {
      for (std::size_t i = 0; i < n; ++i) {
        p[i] -= wanted * direction_[i];
        gradient_[i] -= wanted * product_[i];
      }
      double along = 0.0;
      for (std::size_t i = 0; i < n; ++i)
        if (at_boundary_[i] == 0) along += dot(gradient_[i], product_[i]);
      const double share = along / curvature;
      for (std::size_t i = 0; i < n; ++i) {
        direction_[i] = gradient_[i] - share * direction_[i];
        if (at_boundary_[i] != 0) set_zero(direction_[i]);
      }
    } else {  // go to the nearest boundary, and from there along the gradient
      for (std::size_t i = 0; i < n; ++i) {
        if (at_boundary_[i] != 0) continue;
        p[i] -= room * direction_[i];
        gradient_[i] -= room * product_[i];
        p[i] -= step * gradient_[i];
        at_boundary_[i] = sets.project(i, p[i]) ? 1 : 0;
      }
      find_gradient(sets, multiply, p);
      ++report.iterations;
      is_fresh = true;
    }
  }
}

}  // namespace muslin
