#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/impulses/target_velocity.hpp>
#include <muslin/response/zones/inelastic_projection.hpp>
#include <muslin/response/zones/zone_friction.hpp>
#include <muslin/response/zones/zone_impulses.hpp>
#include <muslin/response/zones/zone_normal_impulses.hpp>
#include <muslin/response/zones/zone_projection.hpp>

namespace muslin {
namespace {

class InelasticProjection final : public ZoneImpulses {
 public:
  InelasticProjection(const InelasticProjectionOptions& options, const GaussSeidelOptions& impulses)
      : ZoneImpulses({.impulse_passes = options.impulse_passes, .passes = options.passes, .order = options.order},
                     impulses),
        options_(options) {}
  [[nodiscard]] std::string_view name() const override { return "inelastic_projection"; }

 private:
  /// The target is zero at first, as in the paper, for which the zone is consistent. If that does not suffice, the gap
  /// grows.
  [[nodiscard]] double target_velocity(const CollisionView& step, const Contact& contact,
                                       int times_found) const override {
    return times_found == 1 ? 0.0 : std::max(0.0, find_target_velocity(step, contact, times_found, 0.0).speed);
  }

  /// The paper's friction is found after the projection. Friction by contact is found first, with normal impulses r ≥
  /// 0, because the multipliers of redundant contacts are not unique and therefore cannot bound friction.
  ZoneOutcome find_impulses(const ZoneProblem& problem, std::span<Vec3> normal_impulse,
                            std::span<Vec3> friction_impulse) const override {
    const bool rubs = std::any_of(problem.friction.begin(), problem.friction.end(), [](double mu) { return mu > 0.0; });
    if (rubs && options_.friction == FrictionLaw::contact) {
      const ZoneOutcome outcome =
          find_zone_normal_impulses(problem, options_.tolerance, normal_impulse, friction_impulse);
      if (!is_solved(outcome)) return outcome;
      ZoneProjection projection(problem, options_.tolerance);
      static_cast<void>(project(problem, projection, friction_impulse, normal_impulse));
      return outcome;
    }
    std::fill(friction_impulse.begin(), friction_impulse.end(), Vec3::Zero());
    ZoneProjection projection(problem, options_.tolerance);
    if (!project(problem, projection, friction_impulse, normal_impulse))
      return as_fallback(find_zone_normal_impulses(problem, options_.tolerance, normal_impulse, friction_impulse));
    find_zone_friction(problem, projection, normal_impulse, friction_impulse);
    return ZoneOutcome::solved;
  }

  [[nodiscard]] static ZoneOutcome as_fallback(ZoneOutcome outcome) {
    if (!is_solved(outcome)) return outcome;
    return is_inexact(outcome) ? ZoneOutcome::fell_back_inexact : ZoneOutcome::fell_back;
  }

  /// Solves N G Nᵀ r = target_velocity - n·ρ [Harmon08 (5)], with ρ after friction. Returns false and leaves the normal
  /// impulses unchanged if the zone is inconsistent.
  [[nodiscard]] static bool project(const ZoneProblem& problem, ZoneProjection& projection,
                                    std::span<const Vec3> friction_impulse, std::span<Vec3> normal_impulse) {
    std::vector<Vec3> relative(problem.size());
    problem.relative_after(friction_impulse, relative);
    std::vector<double> defect(problem.size()), r(problem.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < defect.size(); ++i) {
      defect[i] = problem.target_velocity[i] - problem.normal[i].dot(relative[i]);
      largest = std::max(largest, std::abs(defect[i]));
    }
    if (projection.solve_normal(defect, r) > tolerance::kInconsistentZoneResidual * largest) return false;
    for (std::size_t i = 0; i < r.size(); ++i) normal_impulse[i] = r[i] * problem.normal[i];
    return true;
  }

  InelasticProjectionOptions options_;
};

}  // namespace

std::unique_ptr<Response> make_inelastic_projection(const InelasticProjectionOptions& options,
                                                    const GaussSeidelOptions& impulses) {
  return std::make_unique<InelasticProjection>(options, impulses);
}

}  // namespace muslin
