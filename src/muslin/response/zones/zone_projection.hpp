#pragma once
#include <memory>
#include <muslin/math/krylov/minres.hpp>
#include <muslin/response/zones/zone_problem.hpp>
#include <span>
#include <vector>

namespace muslin {

/// The two linear systems of inelastic projection [Harmon08 §2, §4], both singular whenever contacts are redundant,
/// which they normally are. Small zones by a rank-revealing dense factorisation, made once per zone; large ones by
/// minimal residuals. Where a system is consistent, the answer is the impulse of least norm.
class ZoneProjection {
 public:
  /// Contacts of a zone up to which it counts as small [1].
  static constexpr std::size_t kSmallZone = 128;

  /// `problem` must outlive this, and keep its rows and normals.
  explicit ZoneProjection(const ZoneProblem& problem, double tolerance = 1e-10);
  ~ZoneProjection();
  ZoneProjection(const ZoneProjection&) = delete;
  ZoneProjection& operator=(const ZoneProjection&) = delete;

  /// N G Nᵀ r = b: impulses along the normals that change the normal velocities by b. Returns the largest component
  /// that is left of b: zero up to the tolerance if the system is consistent.
  double solve_normal(std::span<const double> b, std::span<double> r);
  /// G q = b: impulses in any direction that change the relative velocities by b.
  void solve_full(std::span<const Vec3> b, std::span<Vec3> q);

 private:
  struct Dense;

  const ZoneProblem& problem_;
  double tolerance_;
  std::unique_ptr<Dense> dense_;  ///< of small zones
  Minres minres_;
  std::vector<Vec3> impulse_, vertices_, relative_;
  std::vector<double> scalar_vertices_, b_, x_;
};

}  // namespace muslin
