#include <gtest/gtest.h>

#include <muslin/io/runner/run_stop.hpp>

namespace muslin::run_stop_test {
namespace {

TEST(RunStop, APinchHasBodiesPlaceFrameAndRemedy) {
  Pinch pinch{
      .body = "ball", .against = "sheet", .vertex = VertexId(12), .place = Vec3(0, 1, 0.5), .lag = 0.0312, .time = 0.4};
  const RunStop stop = describe_stop(pinch, 11);
  EXPECT_EQ(stop.reason,
            "pinched: body ball is 0.0312 m behind its script, blocked by sheet, at vertex 12 near (0, 1, 0.5), 0.4 s "
            "after the start, before frame 11");
  EXPECT_NE(stop.remedy.find("--set collision.pinch=yield"), std::string::npos) << stop.remedy;
  EXPECT_NE(stop.remedy.find("--set collision.max_lag=0.062"), std::string::npos) << stop.remedy;
  EXPECT_EQ(stop.where.body, "ball");
  EXPECT_EQ(stop.where.vertex, 12);
  EXPECT_EQ(stop.where.position, Vec3(0, 1, 0.5));
  EXPECT_EQ(stop.where.time, 0.4);
  EXPECT_EQ(stop.where.frame, 11);

  pinch.against = "";
  EXPECT_EQ(describe_stop(pinch, 11).reason.find("sheet"), std::string::npos);
}

TEST(RunStop, ADivergenceHasBodyPlaceFrameAndASmallerStep) {
  const Divergence divergence{.body = "flag",
                              .vertex = VertexId(3),
                              .last_position = Vec3(0, 2, 1),
                              .time = 0.25,
                              .what = "velocity is not finite"};
  const RunStop stop = describe_stop(divergence, 7, 0.004, IntegratorMethod::symplectic_euler);
  EXPECT_EQ(stop.reason,
            "the simulation diverged: body flag, vertex 3 near (0, 2, 1), 0.25 s after the start, before frame 7: "
            "velocity is not finite");
  EXPECT_NE(stop.remedy.find("--set time.step=0.002"), std::string::npos) << stop.remedy;
  EXPECT_NE(stop.remedy.find("implicit integrator"), std::string::npos) << stop.remedy;
  EXPECT_EQ(stop.where.body, "flag");
  EXPECT_EQ(stop.where.frame, 7);
  const RunStop implicit = describe_stop(divergence, 7, 0.004, IntegratorMethod::backward_euler);
  EXPECT_EQ(implicit.remedy.find("implicit integrator"), std::string::npos) << implicit.remedy;
}

TEST(RunStop, NoStepIsAdvisedThatASceneMayNotHave) {
  Divergence divergence{.body = "wire",
                        .vertex = VertexId(0),
                        .last_position = Vec3::Zero(),
                        .time = 0.0,
                        .what = "an explicit integrator needs steps of 4e-10 s there",
                        .needed_step = 4e-10};
  const RunStop explicit_stop = describe_stop(divergence, 1, 0.004, IntegratorMethod::symplectic_euler);
  EXPECT_EQ(explicit_stop.remedy.find("time.step"), std::string::npos) << explicit_stop.remedy;
  EXPECT_NE(explicit_stop.remedy.find("implicit integrator"), std::string::npos) << explicit_stop.remedy;
  divergence.needed_step = 0.0;
  const RunStop implicit = describe_stop(divergence, 1, 1e-7, IntegratorMethod::backward_euler);
  EXPECT_EQ(implicit.remedy.find("time.step"), std::string::npos) << implicit.remedy;
}

}  // namespace
}  // namespace muslin::run_stop_test
