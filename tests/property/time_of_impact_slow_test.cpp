#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <muslin/core/parallel.hpp>
#include <tests/support/ccd_tally.hpp>

namespace muslin::time_of_impact_slow_test {
namespace {

// A million and more queries against the exact oracle, every proof replayed in rational arithmetic.
TEST(TimeOfImpact, MissesNoneOfAMillion) {
  constexpr std::size_t kBatches = 90;
  constexpr int kBatch = 1000;
  for (const auto& named : test::kFamilies) {
    const test::Family family = named.family;
    std::vector<test::CcdTally> tallies(kBatches);
    std::atomic<int> flawed_with_separation{0};
    parallel_for(kBatches, 1, [&](std::size_t i) {
      tallies[i] = test::tally(family, kBatch, 100 + i);
      flawed_with_separation += test::count_invalid_proofs_with_separation(family, kBatch / 4, 500 + i);
    });
    test::CcdTally sum;
    for (const auto& tally : tallies) {
      sum.queries += tally.queries;
      sum.collisions += tally.collisions;
      sum.misses += tally.misses;
      sum.late += tally.late;
      sum.false_alarms += tally.false_alarms;
      sum.invalid_proofs += tally.invalid_proofs;
    }
    fmt::print("{:16} {} queries, {} collide, {} missed, {} late, {} false alarms, {} invalid proofs\n", named.name,
               sum.queries, sum.collisions, sum.misses, sum.late, sum.false_alarms, sum.invalid_proofs);
    EXPECT_EQ(sum.misses, 0) << named;
    EXPECT_EQ(sum.late, 0) << named;
    EXPECT_EQ(sum.invalid_proofs, 0) << named;
    EXPECT_EQ(flawed_with_separation, 0) << named;
  }
}

}  // namespace
}  // namespace muslin::time_of_impact_slow_test
