#pragma once
#include <muslin/contact/contact_rows.hpp>
#include <muslin/math/qp/bounded_minimiser.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Impulses at the contacts of a zone that leave the least energy, each within its own convex set K:
///   min ½ pᵀ G p + ρᵀ p,  pᵢ ∈ Kᵢ      (in the units of contact_rows.hpp).
/// See bounded_minimiser.hpp for how.
class ImpulseMinimiser {
 public:
  using Options = BoundedMinimiserOptions;
  using Report = BoundedMinimiserReport;

  /// Normal impulses: p = r n, r ≥ 0. Then n·(ρ + G p) ≥ target_velocity, and = target_velocity wherever r > 0.
  /// Impossible where prescribed vertices leave no room.
  Report minimise_normal(const ContactRows& rows, std::span<const Vec3> normal, std::span<const double> target_velocity,
                         std::span<const Vec3> rho, const Options& options, std::span<Vec3> impulse);
  /// Friction impulses: p ⟂ n, |p| ≤ bound. Then each contact sticks, or slides against an impulse of its bound.
  Report minimise_friction(const ContactRows& rows, std::span<const Vec3> normal, std::span<const double> bound,
                           std::span<const Vec3> rho, const Options& options, std::span<Vec3> impulse);

 private:
  template <class Sets>
  Report minimise(const ContactRows& rows, const Sets& sets, const Options& options, std::span<Vec3> impulse);

  BoundedMinimiser<Vec3> minimiser_;
  std::vector<Vec3> vertices_;
};

}  // namespace muslin
