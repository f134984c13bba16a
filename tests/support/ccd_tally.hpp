#pragma once
#include <cstdint>
#include <tests/support/ccd_queries.hpp>

namespace muslin::test {

/// What time_of_impact got wrong on a family of queries.
struct CcdTally {
  int queries = 0;
  int collisions = 0;      ///< by the exact oracle
  int misses = 0;          ///< collides, not reported
  int late = 0;            ///< reported later than the true first time
  int early = 0;           ///< reported earlier than the true first time by more than 1e-3 of the step
  int false_alarms = 0;    ///< reported, does not collide
  int invalid_proofs = 0;  ///< the proof does not hold in rational arithmetic
};

/// Asks time_of_impact, the exact oracle and the proof checker about `count` queries of a family.
[[nodiscard]] CcdTally tally(Family family, int count, std::uint64_t seed);

/// The same queries with separations from 0 to the size of the elements, proofs only: there is no exact oracle.
[[nodiscard]] int count_invalid_proofs_with_separation(Family family, int count, std::uint64_t seed);

}  // namespace muslin::test
