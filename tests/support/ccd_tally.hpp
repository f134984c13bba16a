#pragma once
#include <cstdint>
#include <tests/support/ccd_queries.hpp>

namespace muslin::test {

/// Counts the errors of time_of_impact on a family of queries.
struct CcdTally {
  int queries = 0;
  int collisions = 0;      ///< according to the exact oracle
  int misses = 0;          ///< collisions that were not reported
  int late = 0;            ///< collisions reported later than the true first time
  int early = 0;           ///< collisions reported earlier than the true first time by more than 1e-3 of the step
  int false_alarms = 0;    ///< pairs reported that do not collide
  int invalid_proofs = 0;  ///< proofs that fail in rational arithmetic
};

/// Compares time_of_impact with the exact oracle and the proof checker on `count` queries of a family.
[[nodiscard]] CcdTally tally(Family family, int count, std::uint64_t seed);

/// Checks the proofs of the same queries with separations from 0 to the size of the elements. Times are not compared
/// because there is no exact oracle for them.
[[nodiscard]] int count_invalid_proofs_with_separation(Family family, int count, std::uint64_t seed);

}  // namespace muslin::test
