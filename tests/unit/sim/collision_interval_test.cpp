#include <gtest/gtest.h>

#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/collision_interval.hpp>
#include <numeric>
#include <vector>

namespace muslin::collision_interval_test {
namespace {

constexpr IntervalRule kRule{.parts_per_step = 8, .longest = 32};

TEST(CollisionInterval, BeginsWithTheLongestAndEndsWithTheFrame) {
  IntervalState memory;
  EXPECT_EQ(next_interval(kRule, memory, 0, 72), 32);
  EXPECT_EQ(next_interval(kRule, memory, 32, 72), 32);
  EXPECT_EQ(next_interval(kRule, memory, 64, 72), 8);
}

TEST(CollisionInterval, IsHalvedDownToOnePart) {
  IntervalState memory;
  std::vector<std::int64_t> lengths;
  for (int i = 0; i < 6; ++i) {
    lengths.push_back(next_interval(kRule, memory, 0, 72));
    if (lengths.back() > 1) record_failure(kRule, lengths.back(), memory);
  }
  EXPECT_EQ(lengths, (std::vector<std::int64_t>{32, 16, 8, 4, 2, 1}));
}

// Three steps are a frame: halves of three are one, not one and a half.
TEST(CollisionInterval, StaysWholeSteps) {
  IntervalState memory;
  EXPECT_EQ(next_interval(kRule, memory, 0, 24), 24);
  record_failure(kRule, 24, memory);
  EXPECT_EQ(next_interval(kRule, memory, 0, 24), 8);
}

// Fractions of a step begin at multiples of themselves, whatever the memory would like.
TEST(CollisionInterval, FractionsAreAligned) {
  const IntervalState memory{.length = 4, .successes = 0};
  EXPECT_EQ(next_interval(kRule, memory, 8, 72), 4);
  EXPECT_EQ(next_interval(kRule, memory, 9, 72), 1);
  EXPECT_EQ(next_interval(kRule, memory, 10, 72), 2);
  EXPECT_EQ(next_interval(kRule, memory, 12, 72), 4);
  const IntervalState longest{.length = 32, .successes = 0};
  EXPECT_EQ(next_interval(kRule, longest, 12, 72), 4);
}

TEST(CollisionInterval, GrowsAfterSuccessesInARow) {
  IntervalState memory{.length = 2, .successes = 0};
  for (std::int64_t i = 0; i < tolerance::kIntervalDoublingSuccesses; ++i) {
    EXPECT_EQ(memory.length, 2);
    record_success(kRule, 2, memory);
  }
  EXPECT_EQ(memory.length, 4);
  record_success(kRule, 2, memory);  // shorter than could be: proves nothing
  EXPECT_EQ(memory.successes, 0);
  for (int i = 0; i < 100; ++i) record_success(kRule, memory.length, memory);
  EXPECT_EQ(memory.length, 32);
}

// Whatever fails and succeeds, the parts make up the frame, and no step of the integrator is cut in the middle.
TEST(CollisionInterval, AlwaysFillsTheFrame) {
  std::uint32_t noise = 1;
  for (const std::int64_t steps : {1, 3, 9, 16}) {
    IntervalState memory;
    for (int frame = 0; frame < 200; ++frame) {
      const std::int64_t total = steps * kRule.parts_per_step;
      std::int64_t position = 0;
      while (position < total) {
        const std::int64_t length = next_interval(kRule, memory, position, total);
        ASSERT_GE(length, 1);
        ASSERT_LE(position + length, total);
        if (length >= 8) {
          ASSERT_EQ(position % 8, 0);
          ASSERT_EQ(length % 8, 0);
        } else {
          ASSERT_EQ(position % length, 0);
          ASSERT_LE(position % 8 + length, 8);
        }
        noise = noise * 1664525U + 1013904223U;
        if (length > 1 && noise >> 31 != 0) {
          record_failure(kRule, length, memory);
        } else {
          record_success(kRule, length, memory);
          position += length;
        }
      }
      ASSERT_EQ(position, total);
    }
  }
}

}  // namespace
}  // namespace muslin::collision_interval_test
