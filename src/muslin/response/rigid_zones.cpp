#include <algorithm>
#include <muslin/contact/contact_set.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/tolerances.hpp>
#include <muslin/response/collision_step.hpp>
#include <muslin/response/impulse_sweeps.hpp>
#include <muslin/response/remaining.hpp>
#include <muslin/response/rigid_zones.hpp>
#include <muslin/response/zone_motion.hpp>

namespace muslin {
namespace {

class RigidZones final : public Response {
 public:
  RigidZones(const RigidZonesOptions& options, const GaussSeidelOptions& impulses)
      : options_(options), impulse_options_(impulses) {}

  ResponseReport resolve(CollisionStep& step) override {
    int iterations = 0;
    sweeps_.begin(step);
    for (int pass = 0; pass < options_.impulse_passes && impulses_can_help(step); ++pass) {
      iterations += sweeps_.pass(step, impulse_options_);
      step.detect_again();
    }
    begin_zones(step);
    for (int pass = 0; pass < options_.passes && !step.contacts().empty(); ++pass) {
      if (!grow_zones(step)) break;  // nothing would change
      if (!step.is_shortest() && some_zone_is_too_large()) break;
      move_zones(step);
      step.detect_again();
      ++iterations;
    }
    ResponseReport report = report_remaining(step, iterations);
    if (report.status == ResponseReport::Status::budget_spent && some_zone_is_pinched_)
      report.status = ResponseReport::Status::pinched;
    return report;
  }

 private:
  void begin_zones(const CollisionStep& step) {
    set_.clear();
    zones_.clear(step.inverse_mass());
    some_zone_is_pinched_ = false;
    velocity_.assign(step.velocity().begin(), step.velocity().end());
  }

  /// Returns whether any zone has to move otherwise than so far: it grew, or it collides though it is rigid. Elements
  /// that turn together very near to each other cannot always be proved apart; such a zone gives up turning.
  bool grow_zones(const CollisionStep& step) {
    const std::size_t known = set_.size();
    set_.add(step.contacts());
    zones_.add(set_.contacts().subspan(known));
    must_move_.assign(zones_.size(), 0);
    bool any = false;
    for (const std::uint32_t i : set_.last_found()) {
      const std::int32_t zone = zones_.zone_of_contact()[i];
      if (zone < 0 || set_.history()[i].times_found > 2) continue;
      must_move_[static_cast<std::size_t>(zone)] = 1;
      any = true;
    }
    return any;
  }

  /// In a shorter step fewer things meet at once, and zones are smaller [Harmon08 §3].
  [[nodiscard]] bool some_zone_is_too_large() const {
    const auto most = static_cast<std::size_t>(options_.most_vertices);
    for (std::size_t zone = 0; zone < zones_.size(); ++zone)
      if (zones_.vertices(zone).size() > most) return true;
    return false;
  }

  void move_zones(CollisionStep& step) {
    end_.assign(step.ends().begin(), step.ends().end());
    is_pinched_.assign(zones_.size(), 0);
    parallel_for(zones_.size(), 1, [&](std::size_t zone) {
      if (must_move_[zone] != 0) is_pinched_[zone] = move_zone(step, zone) ? 0 : 1;
    });
    for (const std::uint8_t pinched : is_pinched_) some_zone_is_pinched_ |= pinched != 0;
  }

  bool move_zone(CollisionStep& step, std::size_t zone) {
    std::vector<VertexId> prescribed;
    double gap = 0.0;
    bool may_turn = true;
    for (const std::uint32_t i : zones_.contacts(zone)) {
      const Contact& contact = set_.contacts()[i];
      gap = std::max(gap, step.target_gap(contact));
      may_turn &= set_.history()[i].times_found == 1;
      for (const VertexId v : contact.vertex)
        if (!step.is_movable(v)) prescribed.push_back(v);
    }
    std::sort(prescribed.begin(), prescribed.end());
    prescribed.erase(std::unique(prescribed.begin(), prescribed.end()), prescribed.end());

    const auto motion = zone_motion({.movable = zones_.vertices(zone),
                                     .prescribed = prescribed,
                                     .start = step.start(),
                                     .end = end_,
                                     .velocity = velocity_,
                                     .inverse_mass = step.inverse_mass(),
                                     .step_size = step.size(),
                                     .misfit = tolerance::kRigidMisfit * gap,
                                     .may_turn = may_turn});
    for (const VertexId v : zones_.vertices(zone)) {
      const std::size_t i = v.index();
      step.velocity()[i] = motion ? Vec3(motion->displacement(step.start()[i]) / step.size()) : velocity_[i];
    }
    return motion.has_value();
  }

  RigidZonesOptions options_;
  GaussSeidelOptions impulse_options_;
  ImpulseSweeps sweeps_;
  ContactSet set_;  ///< since zones are rigid
  Zones zones_;
  std::vector<Vec3> velocity_;  ///< when they began to be
  std::vector<Vec3> end_;
  std::vector<std::uint8_t> must_move_, is_pinched_;
  bool some_zone_is_pinched_ = false;
};

}  // namespace

std::unique_ptr<Response> make_rigid_zones(const RigidZonesOptions& options, const GaussSeidelOptions& impulses) {
  return std::make_unique<RigidZones>(options, impulses);
}

}  // namespace muslin
