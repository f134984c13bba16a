#pragma once
#include <memory>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/response.hpp>
#include <muslin/response/step/certificate.hpp>
#include <muslin/response/step/limit_projection.hpp>
#include <muslin/response/step/outranked.hpp>
#include <muslin/response/step/stop_zones.hpp>
#include <optional>
#include <span>

namespace muslin {

class CollisionStep;

/// What gives way first in a step.
enum class GiveWay {
  cloth,            ///< movable vertices, as the rungs have it
  obstacles_yield,  ///< what scripts prescribe, if something touches it: much more than in a pinch
  obstacles_wait,   ///< obstacles that something touches stay where they are
  all_stops,        ///< whatever collides stays where it is, without a response
};

/// Finds velocities at which no pair collides. It tries the rungs in order: the candidate's velocities; the scene's
/// response; rigid impact zones; and, when the step cannot be shortened any further, yielding of prescribed vertices
/// (if the scene allows it) and stopping.
class Ladder {
 public:
  /// `yielding_inverse_mass` [1/kg] is that of each prescribed vertex if it yields. `priority` is that of the vertices
  /// of obstacles (Exemptions::priority); empty if priorities do not matter. Keeps a reference to the filter.
  Ladder(const CollisionOptions& options, std::unique_ptr<Response> response, std::vector<double> yielding_inverse_mass,
         std::vector<std::int32_t> priority, StretchFilter& filter);

  /// Begins the response of a step and climbs the ladder. Returns nothing if a shorter step should be tried. The
  /// shortest step always gets a certificate, unless outranked() says how it should be taken again. `stopped` receives
  /// the vertices that had to stop for it; otherwise it is empty. `first` is for a step that the rungs do not resolve
  /// within reason.
  [[nodiscard]] std::optional<Certificate> climb(CollisionStep& step, const RigidGroups& groups,
                                                 StoppedVertices& stopped, CollisionReport& report,
                                                 GiveWay first = GiveWay::cloth);

  /// The vertices of the last climb that should ignore obstacles of lower priority from now on. If there are any, the
  /// same step must be taken again with these exemptions.
  [[nodiscard]] std::span<const OutrankedVertex> outranked() const { return outranked_; }
  [[nodiscard]] const Response& response() const { return *response_; }
  /// Keeps the collisions that the first detection of each climb finds, for first_contacts().
  void keep_first_contacts() { keeps_first_contacts_ = true; }
  /// The collisions of the last climb before any response; empty unless they are kept.
  [[nodiscard]] std::span<const Contact> first_contacts() const { return first_contacts_; }
  /// Returns the cost of restoring the limits on stretch since the last call.
  [[nodiscard]] LimitProjection::Cost take_limit_cost() { return limits_.take_cost(); }

 private:
  /// A climb in progress: the step, and where its results go.
  struct Climb {
    CollisionStep& step;
    const RigidGroups& groups;
    StoppedVertices& stopped;
    CollisionReport& report;
    GiveWay first = GiveWay::cloth;
    bool response_tried = false;
  };

  // The rungs, in order. Each returns nothing if it does not apply or does not succeed.
  [[nodiscard]] std::optional<Certificate> keep_candidate(Climb& climb);
  [[nodiscard]] std::optional<Certificate> yield_to_known_pinch(Climb& climb);
  [[nodiscard]] std::optional<Certificate> respond(Climb& climb);
  [[nodiscard]] std::optional<Certificate> make_zones_rigid(Climb& climb);
  [[nodiscard]] std::optional<Certificate> defer_to_priority(Climb& climb);
  [[nodiscard]] std::optional<Certificate> yield_in_shortest_step(Climb& climb);
  [[nodiscard]] std::optional<Certificate> stop(Climb& climb);

  [[nodiscard]] std::optional<Certificate> try_response(Response& response, int& rung, Climb& climb);
  [[nodiscard]] std::optional<Certificate> yield(Climb& climb);
  [[nodiscard]] bool enforce_limits(CollisionStep& step, std::span<const Contact> known);
  [[nodiscard]] bool may_yield() const { return options_.pinch != PinchPolicy::stop; }

  CollisionOptions options_;
  LimitProjection limits_;
  std::unique_ptr<Response> response_;
  std::unique_ptr<Response> rigid_zones_;  ///< null if the scene's response is rigid zones
  std::unique_ptr<Response> impulses_;     ///< null if the scene's response is that of impulses
  std::vector<std::int32_t> priority_;
  std::vector<OutrankedVertex> outranked_;
  std::vector<double> yielding_inverse_mass_;
  std::vector<Contact> first_contacts_;
  bool keeps_first_contacts_ = false;
};

}  // namespace muslin
