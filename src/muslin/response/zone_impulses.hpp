#pragma once
#include <muslin/response/zone_problem.hpp>
#include <muslin/response/zone_response.hpp>
#include <vector>

namespace muslin {

/// Zone responses that solve for impulses at the contacts: what is aimed at each of them, and the zone as a problem.
class ZoneImpulses : public ZoneResponse {
 protected:
  /// `approach`: see aim_of().
  ZoneImpulses(const Budget& budget, double approach, const GaussSeidelOptions& impulses)
      : ZoneResponse(budget, impulses), approach_(approach) {}

  /// Impulses at the contacts of the zone. False if there are none.
  virtual bool find_impulses(const ZoneProblem& problem, std::span<Vec3> impulse) const = 0;

 private:
  bool prepare(const CollisionStep& step, std::vector<std::uint8_t>& must_solve) final;
  bool solve(CollisionStep& step, std::size_t zone) final;

  double approach_;
  std::vector<double> aim_;  ///< of each contact of set() [m/s]
};

}  // namespace muslin
