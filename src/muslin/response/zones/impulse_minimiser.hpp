#pragma once
#include <muslin/contact/contact_rows.hpp>
#include <muslin/math/qp/bounded_minimiser.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Finds the impulses at the contacts of a zone that leave the least kinetic energy, each within its own convex set K:
///   min ½ pᵀ G p + ρᵀ p,  pᵢ ∈ Kᵢ      (in the units of contact_rows.hpp).
/// bounded_minimiser.hpp describes the method.
class ImpulseMinimiser {
 public:
  using Options = BoundedMinimiserOptions;
  using Report = BoundedMinimiserReport;

  /// Finds normal impulses p = r n with r ≥ 0. The solution satisfies n·(ρ + G p) ≥ target_velocity, with equality
  /// wherever r > 0. There is none if prescribed vertices leave no room.
  Report minimise_normal(const ContactRows& rows, std::span<const Vec3> normal, std::span<const double> target_velocity,
                         std::span<const Vec3> rho, const Options& options, std::span<Vec3> impulse);
  /// Finds friction impulses p ⟂ n with |p| ≤ bound. At the solution each contact either sticks, or slides against a
  /// friction impulse equal to its bound.
  Report minimise_friction(const ContactRows& rows, std::span<const Vec3> normal, std::span<const double> bound,
                           std::span<const Vec3> rho, const Options& options, std::span<Vec3> impulse);

 private:
  template <class Sets>
  Report minimise(const ContactRows& rows, const Sets& sets, const Options& options, std::span<Vec3> impulse);

  BoundedMinimiser<Vec3> minimiser_;
  std::vector<Vec3> vertices_;
};

}  // namespace muslin
