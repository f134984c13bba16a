#include <gtest/gtest.h>

#include <csignal>
#include <tests/soak/child_process.hpp>
#include <tests/support/program.hpp>

namespace muslin::child_process_test {
namespace {

using soak::run_child;

class ChildProcess : public testing::Test {
 protected:
  soak::ChildOutcome shell(const std::string& command, const soak::ChildLimits& limits = {}) {
    return run_child("/bin/sh", {"-c", command}, folder_ / "messages", limits);
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(ChildProcess, ReportsExitCodeAndMessages) {
  const auto outcome = shell("echo hidden; echo shown >&2; exit 7");
  EXPECT_EQ(outcome.exit_code, 7);
  EXPECT_EQ(outcome.messages, "shown\n");
  EXPECT_FALSE(outcome.met_cpu_limit || outcome.met_idle_limit || outcome.was_killed);
}

TEST_F(ChildProcess, ReportsASignal) { EXPECT_EQ(shell("kill -SEGV $$").exit_code, 128 + SIGSEGV); }

TEST_F(ChildProcess, EndsWhatComputesForEver) {
  const auto outcome = shell("echo begun >&2; while :; do :; done", {.cpu_seconds = 0.3, .idle_seconds = 60.0});
  EXPECT_TRUE(outcome.met_cpu_limit);
  EXPECT_EQ(outcome.exit_code, 128 + SIGKILL);
  EXPECT_GE(outcome.cpu_seconds, 0.25);
  EXPECT_LT(outcome.last_progress, 0.25);
}

TEST_F(ChildProcess, EndsWhatWaitsForEver) {
  const auto outcome = shell("exec sleep 100", {.cpu_seconds = 10.0, .idle_seconds = 0.3});
  EXPECT_TRUE(outcome.met_idle_limit);
  EXPECT_LT(outcome.wall_seconds, 30.0);
}

// A machine may be so busy that a child computes for a small part of the time only.
TEST_F(ChildProcess, DoesNotTakeWaitingForAProcessorForWaiting) {
  const auto outcome = shell("while :; do :; done", {.cpu_seconds = 0.5, .idle_seconds = 0.02});
  EXPECT_TRUE(outcome.met_cpu_limit);
  EXPECT_FALSE(outcome.met_idle_limit);
}

// Short pauses are not one long one.
TEST_F(ChildProcess, AddsUpWaitingInARowOnly) {
  const auto outcome = shell("for i in 1 2 3 4 5 6 7 8; do sleep 0.1; done; exit 3", {.idle_seconds = 0.6});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_FALSE(outcome.met_idle_limit);
  EXPECT_GE(outcome.wall_seconds, 0.8);
}

TEST_F(ChildProcess, KillsAtAMoment) {
  const auto outcome = shell("exec sleep 100", {.kill_at_seconds = 0.1});
  EXPECT_TRUE(outcome.was_killed);
  EXPECT_FALSE(shell("exit 0", {.kill_at_seconds = 50.0}).was_killed);
}

TEST_F(ChildProcess, LimitsMemory) {
  const std::string command = "x=$(head -c 100000000 /dev/zero | tr '\\0' a)";
  EXPECT_EQ(shell(command).exit_code, 0);
  EXPECT_NE(shell(command, {.memory_bytes = std::size_t{50} << 20U}).exit_code, 0);
}

}  // namespace
}  // namespace muslin::child_process_test
