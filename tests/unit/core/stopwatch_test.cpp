#include <gtest/gtest.h>

#include <chrono>
#include <muslin/core/stopwatch.hpp>
#include <thread>

namespace muslin::stopwatch_test {
namespace {

TEST(PhaseTimer, AddsTheTimeOfItsScope) {
  double seconds = 10.0;
  for (int i = 0; i < 2; ++i) {
    const PhaseTimer timer(seconds);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_GE(seconds, 10.004);
}

}  // namespace
}  // namespace muslin::stopwatch_test
