#include <muslin/response/impulses/contact_aim.hpp>
#include <muslin/response/zones/complementarity.hpp>
#include <muslin/response/zones/zone_impulses.hpp>
#include <muslin/response/zones/zone_pushes.hpp>

namespace muslin {
namespace {

class Complementarity final : public ZoneImpulses {
 public:
  Complementarity(const ComplementarityOptions& options, const GaussSeidelOptions& impulses)
      : ZoneImpulses({.impulse_passes = options.impulse_passes, .passes = options.passes}, impulses),
        options_(options) {}

 private:
  [[nodiscard]] double aim(const CollisionStep& step, const Contact& contact, int times_found) const override {
    return aim_of(step, contact, times_found, options_.approach).speed;
  }
  ZoneOutcome find_impulses(const ZoneProblem& problem, std::span<Vec3> push, std::span<Vec3> rub) const override {
    return find_zone_pushes(problem, options_.tolerance, push, rub);
  }

  ComplementarityOptions options_;
};

}  // namespace

std::unique_ptr<Response> make_complementarity(const ComplementarityOptions& options,
                                               const GaussSeidelOptions& impulses) {
  return std::make_unique<Complementarity>(options, impulses);
}

}  // namespace muslin
