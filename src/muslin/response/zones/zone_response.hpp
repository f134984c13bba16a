#pragma once
#include <muslin/contact/contact_set.hpp>
#include <muslin/contact/zones.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/impulses/impulse_sweeps.hpp>
#include <muslin/response/response.hpp>
#include <muslin/response/zones/zone_outcome.hpp>
#include <vector>

namespace muslin {

/// What all responses have in common that treat a zone of contacts at once: impulses first, then what still collides is
/// grouped into zones, each is solved from the velocities that its vertices had before, and new collisions make zones
/// grow and merge [Harmon08, Algorithm 1].
class ZoneResponse : public Response {
 public:
  ResponseReport resolve(CollisionStep& step) final;

 protected:
  /// How often a contact may be found before this is the wrong way: it gets more room each time, and pushes others.
  static constexpr int kMaxTimesFound = 6;

  struct Budget {
    int impulse_passes = 0;  ///< detections with impulses before there are zones
    int passes = 0;          ///< detections at most, with zones
  };
  ZoneResponse(const Budget& budget, const GaussSeidelOptions& impulses)
      : budget_(budget), impulse_options_(impulses) {}

  /// New contacts are in set(), and zones() have grown. Says for each zone whether it has to be solved (again). False:
  /// it is better to give up.
  virtual bool prepare(const CollisionStep& step, std::vector<std::uint8_t>& must_solve) = 0;
  /// Changes the velocities of the zone's vertices, which come as they were when zones began. Called for several zones
  /// at once: writes only to its own vertices.
  virtual ZoneOutcome solve(CollisionStep& step, std::size_t zone) = 0;

  [[nodiscard]] const ContactSet& set() const { return set_; }  ///< of all contacts since there are zones
  [[nodiscard]] const Zones& zones() const { return zones_; }

 private:
  bool grow_zones(const CollisionStep& step);
  void solve_zones(CollisionStep& step);
  [[nodiscard]] int count_inexact_zones() const;

  Budget budget_;
  GaussSeidelOptions impulse_options_;
  ImpulseSweeps sweeps_;
  ContactSet set_;
  Zones zones_;
  std::vector<Vec3> velocity_;  ///< when zones began
  std::vector<std::uint8_t> must_solve_;
  /// Of each contact: what came of its zone. One that was not solved is not tried again: more contacts do not help it.
  std::vector<ZoneOutcome> outcome_;
};

}  // namespace muslin
