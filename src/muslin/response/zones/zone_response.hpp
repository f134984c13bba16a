#pragma once
#include <muslin/contact/contact_set.hpp>
#include <muslin/contact/zones.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/impulses/impulse_sweeps.hpp>
#include <muslin/response/response.hpp>
#include <muslin/response/zones/zone_problem.hpp>
#include <vector>

namespace muslin {

/// The base of all responses that solve a zone of contacts at once: impulses first; the contacts that still collide
/// make zones, each of which is solved from the velocities that its vertices had before; and new collisions make zones
/// grow and merge [Harmon08, Algorithm 1].
class ZoneResponse : public Response {
 public:
  ResponseReport resolve(CollisionView& step) final;

 protected:
  /// How often a contact may be found before the response gives up: each time it asks for a larger gap, which pushes
  /// others.
  static constexpr int kMaxTimesFound = 6;

  struct Budget {
    int impulse_passes = 0;  ///< detections with impulses before there are zones
    int passes = 0;          ///< detections at most, with zones
  };
  ZoneResponse(const Budget& budget, const GaussSeidelOptions& impulses)
      : budget_(budget), impulse_options_(impulses) {}

  /// Marks the zones that have to be solved (again), after set() and zones() have got the contacts of a detection.
  /// False: the response gives up.
  virtual bool prepare(const CollisionView& step, std::vector<std::uint8_t>& must_solve) = 0;
  /// Changes the velocities of the zone's vertices, starting from those of when zones began. Called for several zones
  /// at once: writes only to its own vertices.
  virtual ZoneOutcome solve(CollisionView& step, std::size_t zone) = 0;

  [[nodiscard]] const ContactSet& set() const { return set_; }  ///< of all contacts since there are zones
  [[nodiscard]] const Zones& zones() const { return zones_; }

 private:
  bool grow_zones(const CollisionView& step);
  void solve_zones(CollisionView& step);
  [[nodiscard]] int count_inexact_zones() const;

  Budget budget_;
  GaussSeidelOptions impulse_options_;
  ImpulseSweeps sweeps_;
  ContactSet set_;
  Zones zones_;
  std::vector<Vec3> velocity_;  ///< when zones began
  std::vector<std::uint8_t> must_solve_;
  /// The outcome of the zone of each contact. A zone that failed is not tried again: more contacts do not help it.
  std::vector<ZoneOutcome> outcome_;
};

}  // namespace muslin
