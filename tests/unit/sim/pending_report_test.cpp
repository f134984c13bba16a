#include <gtest/gtest.h>

#include <muslin/sim/pending_report.hpp>

namespace muslin::pending_report_test {
namespace {

CandidateReport some_candidate() {
  CandidateReport candidate;
  candidate.integration.solver_iterations = 3;
  candidate.integration.assembly_seconds = 0.5;
  candidate.integration.solve_seconds = 0.25;
  candidate.filter_iterations = 2;
  candidate.filter_seconds = 1.0;
  return candidate;
}

TEST(PendingReport, AddsUpTheAttempts) {
  PendingReport pending;
  pending.add(some_candidate());
  pending.add(some_candidate());
  const StepReport report = pending.take();
  EXPECT_EQ(report.solver_iterations, 6);
  EXPECT_EQ(report.limits.iterations, 4);
  EXPECT_EQ(report.seconds.assembly, 1.0);
  EXPECT_EQ(report.seconds.solve, 0.5);
  EXPECT_EQ(report.seconds.filter, 2.0);
}

// Of 8 s, 4 s were spent on collisions: 2 s of these on detection and 0.5 s on limits.
TEST(PendingReport, SharesTheTimeAmongPhases) {
  PendingReport pending;
  pending.add(some_candidate());
  pending.total_seconds() += 8.0;
  pending.response_seconds() += 4.0;
  pending.move_to_detection(2.0);
  pending.move_to_filter(0.5);
  const PhaseTimes seconds = pending.take().seconds;
  EXPECT_EQ(seconds.detection, 2.0);
  EXPECT_EQ(seconds.filter, 1.5);
  EXPECT_EQ(seconds.response, 1.5);
  EXPECT_EQ(seconds.rest, 8.0 - 0.5 - 0.25 - 1.0 - 4.0);
  EXPECT_EQ(seconds.total(), 8.0);
}

TEST(PendingReport, BeginsANewOneWhenTaken) {
  PendingReport pending;
  pending.add(some_candidate());
  pending.collision().passes = 7;
  pending.total_seconds() += 2.0;
  EXPECT_EQ(pending.take().collision.passes, 7);
  const StepReport next = pending.take();
  EXPECT_EQ(next.collision.passes, 0);
  EXPECT_EQ(next.solver_iterations, 0);
  EXPECT_EQ(next.seconds.total(), 0.0);
}

}  // namespace
}  // namespace muslin::pending_report_test
