#include <gtest/gtest.h>

#include <muslin/core/report_rows.hpp>
#include <muslin/response/clusters/collision_clusters.hpp>
#include <muslin/response/qp/qp_collide.hpp>
#include <muslin/sim/expectations.hpp>
#include <muslin/sim/run_statistics.hpp>

namespace muslin::run_statistics_test {
namespace {

RunStatistics two_steps() {
  RunStatistics run;
  StepReport step;
  step.frame = 1;
  step.substeps = 4;
  step.seconds = {1, 2, 7, 4, 5, 3};
  step.solver_iterations = 10;
  step.newton_steps = 2;
  step.max_strain = 0.3;
  step.max_speed = 1.0;
  step.kinetic_energy = 5.0;
  step.collision = {.broad_phase_pairs = 100,
                    .proximities = 20,
                    .contacts = 10,
                    .zones = 3,
                    .largest_zone = 7,
                    .passes = 4,
                    .iterations = 30,
                    .inexact_zones = 9,
                    .certificates = 2,
                    .rungs = {.response = 1, .rigid_zones = 2, .halvings = 3, .yields = 4, .stops = 5},
                    .counters = Counters::of(ClusterCounts{6, 5, 4, 3, 2, 0.25}),
                    .groups = {},
                    .stopped_vertices = 6,
                    .lag = {0.02, 1, 0, VertexId(3), {1, 2, 3}},
                    .energy_lost = 0.5};
  combine(step.collision.counters, Counters::of(QpCounts{8, 7, 6, 5, 4, 3, 2, 1}));
  step.limits = {.iterations = 3,
                 .strain = 0.02,
                 .over_limit = 2,
                 .worst = {VertexId(5), {1, 2, 3}},
                 .shape_error = 1e-3,
                 .mean_squared_shape_error = 1.0};
  run.add(step);
  step.limits = {
      .iterations = 4, .strain = 0.01, .over_limit = 0, .shape_error = 1e-2, .mean_squared_shape_error = 4.0};
  step.solver_converged = false;
  step.max_strain = 0.1;
  step.max_speed = 2.0;
  step.kinetic_energy = 4.0;
  step.collision.largest_zone = 5;
  step.collision.lag = {0.01, 2, 0, VertexId(4), {4, 5, 6}};
  run.add(step);
  return run;
}

TEST(RunStatistics, SumsAndKeepsTheLargest) {
  const RunStatistics run = two_steps();
  EXPECT_EQ(run.steps, 2);
  EXPECT_EQ(run.total.seconds.assembly, 2);
  EXPECT_EQ(run.total.seconds.solve, 4);
  EXPECT_EQ(run.total.seconds.rest, 6);
  EXPECT_EQ(run.total.solver_iterations, 20);
  EXPECT_EQ(run.total.newton_steps, 4);
  EXPECT_EQ(run.total.unconverged_steps, 1);
  EXPECT_EQ(run.total.max_strain, 0.3);
  EXPECT_EQ(run.total.max_speed, 2.0);
  EXPECT_EQ(run.total.kinetic_energy, 4.0);
  EXPECT_EQ(run.total.substeps, 8);
  EXPECT_EQ(run.total.seconds.detection, 8);
  EXPECT_EQ(run.total.seconds.response, 10);
  EXPECT_EQ(run.total.seconds.filter, 14);
  EXPECT_EQ(run.total.seconds.total(), 44);
  EXPECT_EQ(run.total.limits.iterations, 7);
  EXPECT_EQ(run.total.limits.strain, 0.02);
  EXPECT_EQ(run.total.limits.worst.vertex, VertexId(5));  // where it was worst
  EXPECT_EQ(run.total.limits.over_limit, 2);
  EXPECT_EQ(run.total.limits.shape_error, 1e-2);
  EXPECT_EQ(run.total.limits.mean_squared_shape_error, 2.5);
  EXPECT_EQ(run.total.limits.over_limit_steps, 1);
}

TEST(RunStatistics, SumsWhatCollisionsDid) {
  const CollisionReport collision = two_steps().total.collision;
  const auto clusters = collision.counters.get<ClusterCounts>();
  const auto qp = collision.counters.get<QpCounts>();
  EXPECT_EQ(collision.broad_phase_pairs, 200);
  EXPECT_EQ(collision.proximities, 40);
  EXPECT_EQ(collision.contacts, 20);
  EXPECT_EQ(collision.zones, 6);
  EXPECT_EQ(collision.largest_zone, 7);
  EXPECT_EQ(collision.passes, 8);
  EXPECT_EQ(collision.iterations, 60);
  EXPECT_EQ(collision.inexact_zones, 18);
  EXPECT_EQ(collision.certificates, 4);
  EXPECT_EQ(collision.rungs.response, 2);
  EXPECT_EQ(collision.rungs.rigid_zones, 4);
  EXPECT_EQ(collision.rungs.halvings, 6);
  EXPECT_EQ(collision.rungs.yields, 8);
  EXPECT_EQ(collision.rungs.stops, 10);
  EXPECT_EQ(clusters.clusters, 12);
  EXPECT_EQ(clusters.cyclic, 10);
  EXPECT_EQ(clusters.infeasible, 8);
  EXPECT_EQ(clusters.restrained, 6);
  EXPECT_EQ(clusters.energy_gained, 0.5);
  EXPECT_EQ(qp.rows, 16);
  EXPECT_EQ(qp.active, 14);
  EXPECT_EQ(qp.additions, 12);
  EXPECT_EQ(qp.removals, 10);
  EXPECT_EQ(qp.watched, 8);
  EXPECT_EQ(qp.dropped, 6);
  EXPECT_EQ(qp.softened, 4);
  EXPECT_EQ(qp.failures, 2);
  EXPECT_EQ(collision.stopped_vertices, 12);
  EXPECT_EQ(collision.energy_lost, 1.0);
  EXPECT_EQ(collision.lag.length, 0.02);
  EXPECT_EQ(collision.lag.vertex, VertexId(3));
}

TEST(RunStatistics, SlidingSpeedIsTheMeanOverTime) {
  RunStatistics run;
  const auto add = [&](double time, double size, double sliding_speed) {
    StepReport step;
    step.time = time;
    step.size = size;
    step.collision.sliding_speed = sliding_speed;
    run.add(step);
  };
  add(0.5, 0.5, 4.0);
  EXPECT_EQ(run.total.collision.sliding_speed, 4.0);
  add(1.0, 0.5, 0.0);  // nothing touched
  EXPECT_EQ(run.total.collision.sliding_speed, 2.0);
  add(4.0, 3.0, 6.0);  // (0.5 · 4 + 3 · 6) / 4
  EXPECT_EQ(run.total.collision.sliding_speed, 5.0);
}

TEST(RunStatistics, TheLagThatCountsIsThatAtTheEndOfAFrame) {
  RunStatistics run;
  EXPECT_EQ(run.max_lag, 0.0);
  const auto add = [&](std::int64_t frame, double lag) {
    StepReport step;
    step.frame = frame;
    step.collision.lag.length = lag;
    run.add(step);
  };
  add(1, 5.0);  // made good before the end of the frame
  add(1, 0.5);
  EXPECT_EQ(run.max_lag, 0.5);
  add(2, 4.0);
  add(2, 0.25);
  EXPECT_EQ(run.max_lag, 0.5);
  add(3, 3.0);
  EXPECT_EQ(run.max_lag, 3.0);
  EXPECT_EQ(run.total.collision.lag.length, 5.0);
}

TEST(RunStatistics, ExpectationsLookAtAllStepsOrTheLast) {
  EXPECT_TRUE(check_expectations({}, two_steps()).empty());
  const auto outcomes =
      check_expectations({.max_strain = 0.2, .final_kinetic_energy = 4.0, .max_speed = 2.5}, two_steps());
  ASSERT_EQ(outcomes.size(), 3U);
  EXPECT_EQ(outcomes[0].name, "max_strain");
  EXPECT_EQ(outcomes[0].value, 0.3);
  EXPECT_FALSE(outcomes[0].met());
  EXPECT_EQ(outcomes[1].name, "final_kinetic_energy");
  EXPECT_TRUE(outcomes[1].met());
  EXPECT_EQ(outcomes[2].name, "max_speed");
  EXPECT_TRUE(outcomes[2].met());
}

TEST(RunStatistics, ExpectationsLookAtIntersectionsStopsAndLag) {
  RunStatistics run = two_steps();
  run.intersections = 3;
  const auto outcomes = check_expectations({.intersections = 0.0, .stopped_zones = 10.0, .max_lag = 0.01}, run);
  ASSERT_EQ(outcomes.size(), 3U);
  EXPECT_EQ(outcomes[0].name, "intersections");
  EXPECT_EQ(outcomes[0].value, 3.0);
  EXPECT_FALSE(outcomes[0].met());
  EXPECT_EQ(outcomes[1].name, "stopped_zones");
  EXPECT_EQ(outcomes[1].value, 10.0);
  EXPECT_TRUE(outcomes[1].met());
  EXPECT_EQ(outcomes[2].name, "max_lag");
  EXPECT_EQ(outcomes[2].value, 0.01);
  EXPECT_TRUE(outcomes[2].met());
}

// The response acts in one of four steps.
TEST(RunStatistics, ExpectationsCanAskForALeastShareOfStepsInWhichTheResponseActs) {
  RunStatistics run;
  for (int i = 1; i <= 4; ++i) {
    StepReport step;
    step.collision.response_acted = i == 3 ? 1.0 : 0.0;
    run.add(step);
  }
  EXPECT_DOUBLE_EQ(run.total.collision.response_acted, 0.25);
  const auto enough = check_expectations({.min_response_share = 0.25}, run),
             too_much = check_expectations({.min_response_share = 0.3}, run);
  ASSERT_EQ(enough.size(), 1U);
  ASSERT_EQ(too_much.size(), 1U);
  EXPECT_TRUE(enough[0].met());
  EXPECT_FALSE(too_much[0].met());
  EXPECT_EQ(too_much[0].side_text(), "at least");
  EXPECT_EQ(side_of_expectation("min_response_share"), ExpectedSide::at_least);
  EXPECT_EQ(side_of_expectation("max_strain"), ExpectedSide::at_most);
}

TEST(RunStatistics, EveryExpectationHasAValue) {
  for (const ExpectationInfo& info : known_expectations()) {
    SCOPED_TRACE(info.name);
    EXPECT_TRUE(info.path.empty() || value_at(two_steps(), info.path));
    Expectations expect;
    expect.*info.limit = 1.0;
    const auto outcomes = check_expectations(expect, two_steps());
    ASSERT_EQ(outcomes.size(), 1U);
    EXPECT_EQ(outcomes[0].name, info.name);
  }
}

}  // namespace
}  // namespace muslin::run_statistics_test
