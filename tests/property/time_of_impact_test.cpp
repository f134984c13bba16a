#include <gtest/gtest.h>

#include <tests/support/ccd_tally.hpp>

namespace muslin::time_of_impact_test {
namespace {

class EveryFamily : public testing::TestWithParam<test::NamedFamily> {};

TEST_P(EveryFamily, IsNeverMissedNorLateAndEveryProofHolds) {
  const test::CcdTally tally = test::tally(GetParam().family, 1500, 1);
  EXPECT_EQ(tally.queries, 1500);
  EXPECT_EQ(tally.misses, 0);
  EXPECT_EQ(tally.late, 0);
  EXPECT_EQ(tally.invalid_proofs, 0);
  EXPECT_LE(tally.false_alarms, tally.queries / 16) << "not wrong, but a waste";
}

// An early time is safe but makes a poor contact. Pairs that graze along each other stay near for long; others do not.
TEST(TimeOfImpact, IsNotEarlyForOrdinaryPairs) {
  for (const test::Family family : {test::Family::cloth, test::Family::near, test::Family::rotation}) {
    const test::CcdTally tally = test::tally(family, 1500, 3);
    EXPECT_GT(tally.collisions, 50);
    EXPECT_LE(tally.early, tally.collisions / 50) << test::name(family);
  }
}

TEST_P(EveryFamily, KeepsItsSeparation) {
  EXPECT_EQ(test::count_invalid_proofs_with_separation(GetParam().family, 1500, 2), 0);
}

INSTANTIATE_TEST_SUITE_P(TimeOfImpact, EveryFamily, testing::ValuesIn(test::kFamilies),
                         [](const auto& test_case) { return std::string(test_case.param.name); });

}  // namespace
}  // namespace muslin::time_of_impact_test
