#pragma once
#include <muslin/contact/contact_set.hpp>
#include <muslin/contact/zones.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/impulses/impulse_sweeps.hpp>
#include <muslin/response/response.hpp>
#include <muslin/response/zones/causal_order.hpp>
#include <muslin/response/zones/zone_problem.hpp>
#include <vector>

namespace muslin {

/// Counters of the responses that solve a zone of contacts as a whole, summed over all attempts at a step. Impulses may
/// have resolved all contacts before, so that the method itself has nothing to do.
struct ZoneCounts {
  static constexpr std::string_view kKey = "zone_method";
  std::int64_t zones = 0;
  std::int64_t contacts = 0;
  std::int64_t fallbacks = 0;
  std::int64_t deferred = 0;
  std::int64_t prevented = 0;

  static constexpr auto fields() {
    using enum Combine;
    return std::tuple(field("zones", &ZoneCounts::zones, sum,
                            {.about = "zones that the method itself solved, after any impulses before it; a zone that "
                                      "has grown counts again"}),
                      field("contacts", &ZoneCounts::contacts, sum, {.about = "contacts of these zones"}),
                      field("fallbacks", &ZoneCounts::fallbacks, sum,
                            {.about = "of these: zones without a solution by the method, which were solved as a "
                                      "complementarity problem"}),
                      field("deferred", &ZoneCounts::deferred, sum,
                            {.about = "contacts that were left to a later detection, in causal order"}),
                      field("prevented", &ZoneCounts::prevented, sum,
                            {.about = "of these: contacts that did not come about, because earlier ones were "
                                      "resolved"}));
  }
};

/// Base of all responses that solve a zone of contacts as a whole. Impulses are applied first. Contacts that still
/// collide form zones, each of which is solved from the initial velocities of its vertices. New collisions enlarge and
/// merge zones [Harmon08, Algorithm 1].
class ZoneResponse : public Response {
 public:
  ResponseReport resolve(CollisionView& step) final;

 protected:
  struct Budget {
    int impulse_passes = 0;  ///< number of detections with impulses before zones are formed
    int passes = 0;          ///< largest number of detections with zones
    ZoneOrder order = ZoneOrder::together;
  };
  ZoneResponse(const Budget& budget, const GaussSeidelOptions& impulses)
      : budget_(budget), impulse_options_(impulses) {}

  /// Marks the zones that must be solved (again), after set() and zones() have received the contacts of a detection.
  /// Returns false if the response gives up.
  virtual bool prepare(const CollisionView& step, std::vector<std::uint8_t>& must_solve) = 0;
  /// Changes the velocities of the zone's vertices, which on entry are those from before zones were formed. Called for
  /// several zones concurrently: must write to its own vertices only.
  virtual ZoneOutcome solve(CollisionView& step, std::size_t zone) = 0;

  [[nodiscard]] const ContactSet& set() const { return set_; }  ///< all contacts since zones were formed
  [[nodiscard]] const Zones& zones() const { return zones_; }

 private:
  /// Which contacts take part in a stage.
  enum class Stage { all, with_prescribed, without_prescribed, earliest };

  [[nodiscard]] static std::vector<Stage> stages_of(ZoneOrder order);
  int run_stage(CollisionView& step, Stage stage);
  void take_contacts(const CollisionView& step, Stage stage);
  bool grow_zones(const CollisionView& step);
  void solve_zones(CollisionView& step);
  [[nodiscard]] int count_inexact_zones() const;

  Budget budget_;
  GaussSeidelOptions impulse_options_;
  ImpulseSweeps sweeps_;
  std::vector<Contact> taken_;  ///< contacts of the last detection that take part
  CausalOrder causal_order_;
  ContactSet set_;
  Zones zones_;
  ZoneCounts counts_;
  std::vector<Vec3> velocity_;  ///< velocities from before zones were formed [m/s]
  std::vector<std::uint8_t> must_solve_;
  /// Outcome of the zone of each contact. A zone that failed is not tried again, because more contacts do not help it.
  std::vector<ZoneOutcome> outcome_;
};

}  // namespace muslin
