#include <gtest/gtest.h>

#include <muslin/sim/run_statistics.hpp>

namespace muslin {
namespace {

RunStatistics two_steps() {
  RunStatistics run;
  StepReport step;
  step.seconds = {1, 2, 3};
  step.solver_iterations = 10;
  step.newton_steps = 2;
  step.max_strain = 0.3;
  step.max_speed = 1.0;
  step.kinetic_energy = 5.0;
  run.add(step);
  step.solver_converged = false;
  step.max_strain = 0.1;
  step.max_speed = 2.0;
  step.kinetic_energy = 4.0;
  run.add(step);
  return run;
}

TEST(RunStatistics, SumsAndKeepsTheLargest) {
  const RunStatistics run = two_steps();
  EXPECT_EQ(run.steps, 2);
  EXPECT_EQ(run.seconds.assembly, 2);
  EXPECT_EQ(run.seconds.solve, 4);
  EXPECT_EQ(run.seconds.rest, 6);
  EXPECT_EQ(run.solver_iterations, 20);
  EXPECT_EQ(run.newton_steps, 4);
  EXPECT_EQ(run.unconverged_steps, 1);
  EXPECT_EQ(run.max_strain, 0.3);
  EXPECT_EQ(run.max_speed, 2.0);
  EXPECT_EQ(run.last.kinetic_energy, 4.0);
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

}  // namespace
}  // namespace muslin
