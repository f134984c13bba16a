#pragma once
#include <memory>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/math/krylov/minres.hpp>
#include <muslin/response/zones/zone_problem.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Solves the two linear systems of inelastic projection [Harmon08 §2, §4]. Both are singular whenever contacts are
/// redundant, which they normally are. Small zones use a rank-revealing dense factorisation, made once per zone; large
/// zones use MINRES. For a consistent system, the solution is the impulse of least norm.
class ZoneProjection {
 public:
  /// Largest number of contacts of a small zone.
  static constexpr std::size_t kSmallZone = 128;

  /// `problem` must outlive this object and keep its rows and normals.
  explicit ZoneProjection(const ZoneProblem& problem, double tolerance = tolerance::kZoneProjectionTolerance);
  ~ZoneProjection();
  ZoneProjection(const ZoneProjection&) = delete;
  ZoneProjection& operator=(const ZoneProjection&) = delete;

  /// Solves N G Nᵀ r = b for impulses along the normals that change the normal velocities by b. Returns the largest
  /// component of the residual, which is zero up to the tolerance if the system is consistent. `scale` is the norm of
  /// the velocities from which b is left by cancellation: b counts as zero up to the tolerance times that.
  double solve_normal(std::span<const double> b, std::span<double> r, double scale = 0.0);
  /// Solves G q = b for impulses in any direction that change the relative velocities by b.
  void solve_full(std::span<const Vec3> b, std::span<Vec3> q);

 private:
  struct Dense;

  const ZoneProblem& problem_;
  double tolerance_;
  std::unique_ptr<Dense> dense_;  ///< factors of a small zone
  Minres minres_;
  std::vector<Vec3> impulse_, vertices_, relative_;
  std::vector<double> scalar_vertices_, b_, x_;
};

}  // namespace muslin
