#include <muslin/response/complementarity.hpp>
#include <muslin/response/zone_impulses.hpp>
#include <muslin/response/zone_pushes.hpp>

namespace muslin {
namespace {

class Complementarity final : public ZoneImpulses {
 public:
  Complementarity(const ComplementarityOptions& options, const GaussSeidelOptions& impulses)
      : ZoneImpulses({.impulse_passes = options.impulse_passes, .passes = options.passes}, options.approach, impulses),
        tolerance_(options.tolerance) {}

 private:
  bool find_impulses(const ZoneProblem& problem, std::span<Vec3> impulse) const override {
    return find_zone_pushes(problem, tolerance_, impulse);
  }

  double tolerance_;
};

}  // namespace

std::unique_ptr<Response> make_complementarity(const ComplementarityOptions& options,
                                               const GaussSeidelOptions& impulses) {
  return std::make_unique<Complementarity>(options, impulses);
}

}  // namespace muslin
