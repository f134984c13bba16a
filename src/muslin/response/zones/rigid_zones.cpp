#include <algorithm>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/zones/rigid_zones.hpp>
#include <muslin/response/zones/zone_motion.hpp>
#include <muslin/response/zones/zone_response.hpp>

namespace muslin {
namespace {

class RigidZones final : public ZoneResponse {
 public:
  RigidZones(const RigidZonesOptions& options, const GaussSeidelOptions& impulses)
      : ZoneResponse({.impulse_passes = options.impulse_passes, .passes = options.passes, .order = options.order},
                     impulses),
        options_(options) {}
  [[nodiscard]] std::string_view name() const override { return "rigid_zones"; }

 private:
  /// A zone is solved again if it grew, or if it collides although it is rigid. Very close elements that rotate
  /// together cannot always be proved to stay apart; such a zone only translates.
  bool prepare(const CollisionView& step, std::vector<std::uint8_t>& must_solve) override {
    for (const std::uint32_t i : set().last_found()) {
      const std::int32_t zone = zones().zone_of_contact()[i];
      if (zone >= 0 && set().history()[i].times_found <= 2) must_solve[static_cast<std::size_t>(zone)] = 1;
    }
    return step.is_shortest() || !has_too_large_zone();
  }

  /// In a shorter step fewer elements collide at once, and zones are smaller [Harmon08 §3].
  [[nodiscard]] bool has_too_large_zone() const {
    const auto most = static_cast<std::size_t>(options_.most_vertices);
    for (std::size_t zone = 0; zone < zones().size(); ++zone)
      if (zones().vertices(zone).size() > most) return true;
    return false;
  }

  ZoneOutcome solve(CollisionView& step, std::size_t zone) override {
    std::vector<VertexId> prescribed;
    double gap = 0.0;
    bool may_rotate = true;
    for (const std::uint32_t i : zones().contacts(zone)) {
      const Contact& contact = set().contacts()[i];
      gap = std::max(gap, step.target_gap(contact));
      may_rotate &= set().history()[i].times_found == 1;
      for (const VertexId v : contact.vertex)
        if (!step.is_movable(v)) prescribed.push_back(v);
    }
    std::sort(prescribed.begin(), prescribed.end());
    prescribed.erase(std::unique(prescribed.begin(), prescribed.end()), prescribed.end());

    const auto motion = zone_motion({.movable = zones().vertices(zone),
                                     .prescribed = prescribed,
                                     .start = step.start(),
                                     .end = step.candidate_end(),
                                     .velocity = step.velocity(),
                                     .inverse_mass = step.inverse_mass(),
                                     .step_size = step.size(),
                                     .misfit = tolerance::kRigidFitTolerance * gap,
                                     .may_rotate = may_rotate});
    if (!motion) return ZoneOutcome::pinched;
    for (const VertexId v : zones().vertices(zone))
      step.velocity()[v.index()] = motion->displacement(step.start()[v.index()]) / step.size();
    return ZoneOutcome::solved;
  }

  RigidZonesOptions options_;
};

}  // namespace

std::unique_ptr<Response> make_rigid_zones(const RigidZonesOptions& options, const GaussSeidelOptions& impulses) {
  return std::make_unique<RigidZones>(options, impulses);
}

}  // namespace muslin
