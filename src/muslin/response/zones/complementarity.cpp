#include <muslin/response/impulses/target_velocity.hpp>
#include <muslin/response/zones/complementarity.hpp>
#include <muslin/response/zones/zone_impulses.hpp>
#include <muslin/response/zones/zone_normal_impulses.hpp>

namespace muslin {
namespace {

class Complementarity final : public ZoneImpulses {
 public:
  Complementarity(const ComplementarityOptions& options, const GaussSeidelOptions& impulses)
      : ZoneImpulses({.impulse_passes = options.impulse_passes, .passes = options.passes, .order = options.order},
                     impulses),
        options_(options) {}
  [[nodiscard]] std::string_view name() const override { return "complementarity"; }

 private:
  [[nodiscard]] double target_velocity(const CollisionView& step, const Contact& contact,
                                       int times_found) const override {
    return find_target_velocity(step, contact, times_found, options_.approach).speed;
  }
  ZoneOutcome find_impulses(const ZoneProblem& problem, std::span<Vec3> normal_impulse,
                            std::span<Vec3> friction_impulse) const override {
    return find_zone_normal_impulses(problem, options_.tolerance, normal_impulse, friction_impulse);
  }

  ComplementarityOptions options_;
};

}  // namespace

std::unique_ptr<Response> make_complementarity(const ComplementarityOptions& options,
                                               const GaussSeidelOptions& impulses) {
  return std::make_unique<Complementarity>(options, impulses);
}

}  // namespace muslin
