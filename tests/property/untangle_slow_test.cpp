#include <gtest/gtest.h>

#include <tests/support/tangled_scenes.hpp>

namespace muslin::untangle_slow_test {
namespace {

TEST(UntangleSlow, SeparatesNearlyEveryOfTwoHundredTangles) {
  const test::TangleTally tally = test::untangle_many(25, 5000);
  for (const std::string& left : tally.left) std::printf("%s\n", left.c_str());
  std::printf("%d of %d tangles are clean\n", tally.clean, tally.tangled);
  EXPECT_GE(tally.tangled, 180);
  EXPECT_GE(tally.clean, 0.97 * tally.tangled);
}

}  // namespace
}  // namespace muslin::untangle_slow_test
