#pragma once
#include <muslin/response/zones/zone_problem.hpp>
#include <muslin/response/zones/zone_response.hpp>
#include <vector>

namespace muslin {

/// Base of zone responses that solve for impulses at the contacts, given a target velocity for each contact.
class ZoneImpulses : public ZoneResponse {
 protected:
  ZoneImpulses(const Budget& budget, const GaussSeidelOptions& impulses) : ZoneResponse(budget, impulses) {}

  /// Returns the target normal velocity of a contact that was just found [m/s].
  [[nodiscard]] virtual double target_velocity(const CollisionView& step, const Contact& contact,
                                               int times_found) const = 0;
  /// Finds the impulses at the contacts of the zone. On entry both spans hold the impulses from before the zone grew.
  virtual ZoneOutcome find_impulses(const ZoneProblem& problem, std::span<Vec3> normal_impulse,
                                    std::span<Vec3> friction_impulse) const = 0;

 private:
  bool prepare(const CollisionView& step, std::vector<std::uint8_t>& must_solve) final;
  ZoneOutcome solve(CollisionView& step, std::size_t zone) final;

  std::vector<double> target_velocity_;  ///< target velocity of each contact of set() [m/s]
  std::vector<Vec3> normal_impulse_,
      friction_impulse_;  ///< impulses of each contact of set(), in the units of contact_rows.hpp
};

}  // namespace muslin
