#include <algorithm>
#include <cmath>
#include <muslin/response/impulses/contact_aim.hpp>
#include <muslin/response/zones/inelastic_projection.hpp>
#include <muslin/response/zones/zone_friction.hpp>
#include <muslin/response/zones/zone_impulses.hpp>
#include <muslin/response/zones/zone_projection.hpp>
#include <muslin/response/zones/zone_pushes.hpp>

namespace muslin {
namespace {

/// Normal velocity left, relative to what was to be cancelled, beyond which a zone counts as inconsistent [1]. Contacts
/// that are nearly the same leave a little, and so does a large zone whose condition is bad; if that is too much, they
/// are found again.
constexpr double kInconsistent = 1e-3;

class InelasticProjection final : public ZoneImpulses {
 public:
  InelasticProjection(const InelasticProjectionOptions& options, const GaussSeidelOptions& impulses)
      : ZoneImpulses({.impulse_passes = options.impulse_passes, .passes = options.passes}, impulses),
        options_(options) {}

 private:
  /// None at first, as in the paper: then the zone is consistent. More room if that was not enough.
  [[nodiscard]] double aim(const CollisionStep& step, const Contact& contact, int times_found) const override {
    return times_found == 1 ? 0.0 : std::max(0.0, aim_of(step, contact, times_found, 0.0).speed);
  }

  /// The paper's friction follows the projection. That of each contact is found first, with pushes that do not pull:
  /// the multipliers of redundant contacts say nothing of what presses.
  ZoneOutcome find_impulses(const ZoneProblem& problem, std::span<Vec3> push, std::span<Vec3> rub) const override {
    const bool rubs = std::any_of(problem.friction.begin(), problem.friction.end(), [](double mu) { return mu > 0.0; });
    if (rubs && options_.friction == FrictionLaw::contact) {
      const ZoneOutcome outcome = find_zone_pushes(problem, options_.tolerance, push, rub);
      if (!is_solved(outcome)) return outcome;
      ZoneProjection projection(problem, options_.tolerance);
      static_cast<void>(project(problem, projection, rub, push));
      return outcome;
    }
    std::fill(rub.begin(), rub.end(), Vec3::Zero());
    ZoneProjection projection(problem, options_.tolerance);
    if (!project(problem, projection, rub, push)) return find_zone_pushes(problem, options_.tolerance, push, rub);
    rub_zone(problem, projection, push, rub);
    return ZoneOutcome::solved;
  }

  /// N G Nᵀ r = aim - n·ρ [Harmon08 (5)], with ρ after these rubs. Leaves the pushes as they are where the zone is
  /// inconsistent.
  [[nodiscard]] static bool project(const ZoneProblem& problem, ZoneProjection& projection, std::span<const Vec3> rub,
                                    std::span<Vec3> push) {
    std::vector<Vec3> relative(problem.size());
    problem.relative_after(rub, relative);
    std::vector<double> defect(problem.size()), r(problem.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < defect.size(); ++i) {
      defect[i] = problem.aim[i] - problem.normal[i].dot(relative[i]);
      largest = std::max(largest, std::abs(defect[i]));
    }
    if (projection.solve_normal(defect, r) > kInconsistent * largest) return false;
    for (std::size_t i = 0; i < r.size(); ++i) push[i] = r[i] * problem.normal[i];
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
