#include <algorithm>
#include <cmath>
#include <muslin/response/inelastic_projection.hpp>
#include <muslin/response/zone_friction.hpp>
#include <muslin/response/zone_impulses.hpp>
#include <muslin/response/zone_projection.hpp>
#include <muslin/response/zone_pushes.hpp>

namespace muslin {
namespace {

/// Normal velocity left, relative to what was to be cancelled, beyond which a zone counts as inconsistent [1]. Contacts
/// that are nearly the same leave up to the rank tolerance of minimum_norm.hpp.
constexpr double kInconsistent = 1e-6;

class InelasticProjection final : public ZoneImpulses {
 public:
  InelasticProjection(const InelasticProjectionOptions& options, const GaussSeidelOptions& impulses)
      : ZoneImpulses({.impulse_passes = options.impulse_passes, .passes = options.passes}, 0.0, impulses),
        options_(options) {}

 private:
  bool find_impulses(const ZoneProblem& problem, std::span<Vec3> impulse) const override {
    ZoneProjection projection(problem, options_.tolerance);
    // N G Nᵀ r = aim - n·ρ [Harmon08 (5)].
    std::vector<double> defect(problem.size()), push(problem.size());
    const FindPushes project = [&](std::span<const Vec3> relative, std::span<Vec3> pushes) {
      double largest = 0.0;
      for (std::size_t i = 0; i < defect.size(); ++i) {
        defect[i] = problem.aim[i] - problem.normal[i].dot(relative[i]);
        largest = std::max(largest, std::abs(defect[i]));
      }
      const double left = projection.solve_normal(defect, push);
      for (std::size_t i = 0; i < push.size(); ++i) pushes[i] = push[i] * problem.normal[i];
      return left <= kInconsistent * largest;
    };
    if (!project(problem.relative, impulse)) {
      std::fill(impulse.begin(), impulse.end(), Vec3::Zero());
      return find_zone_pushes(problem, options_.tolerance, impulse);
    }
    if (options_.friction == FrictionLaw::zone) {
      rub_zone(problem, projection, impulse);
    } else {
      std::vector<Vec3> rub(problem.size(), Vec3::Zero());
      rub_contacts(problem, project, options_.tolerance, impulse, rub);
      for (std::size_t i = 0; i < rub.size(); ++i) impulse[i] += rub[i];
    }
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
