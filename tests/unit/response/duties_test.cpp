#include <gtest/gtest.h>

#include <muslin/response/collision_view.hpp>
#include <muslin/response/implicit_context.hpp>
#include <muslin/response/response.hpp>
#include <tests/support/scenes.hpp>

// What a step leaves out because the response keeps it itself.
namespace muslin::duties_test {
namespace {

/// What a response was given, which outlives it.
struct Record {
  int calls = 0;
  bool had_limits = false;
};

/// Has the duties that it is made with, and neglects them.
class Neglectful final : public Response {
 public:
  Neglectful(const Duties& duties, Record& record) : duties_(duties), record_(record) {}
  [[nodiscard]] std::string_view name() const override { return "neglectful"; }
  [[nodiscard]] Duties duties() const override { return duties_; }
  [[nodiscard]] ResponseReport resolve(CollisionView& step) override {
    ++record_.calls;
    record_.had_limits = step.implicit() != nullptr && step.implicit()->limits != nullptr;
    return summarize_response(step, 0);
  }

 private:
  Duties duties_;
  Record& record_;
};

struct Observed {
  Record record;
  StepReport report;
  Vec3 low = Vec3::Zero();  ///< mean velocity of the lower sheet [m/s]
};

/// One step of two sheets of 1 mm thickness, 0.5 mm apart. The upper one comes down and slides, but does not collide.
Observed touch(const Duties& duties, bool with_springs) {
  SceneBody low = test::sheet(4, 0.1), high = test::sheet(4, 0.1);
  high.body.name = "high";
  for (SceneBody* body : {&low, &high}) {
    body->body.fabric.thickness = 1e-3;
    body->body.fabric.friction = 0.5;
  }
  for (Vec3& x : high.body.mesh.positions) x.y() += 0.5e-3;
  high.body.velocity = Vec3(0.1, -0.02, 0);
  Scene scene = test::scene_of(std::move(low), 0.005);
  scene.bodies.push_back(std::move(high));
  scene.loads.gravity.setZero();
  if (!with_springs) scene.collision.repulsion.implicit_stiffness = 0.0;
  Observed observed;
  Simulator simulator =
      Simulator::create(std::move(scene), {.response = std::make_unique<Neglectful>(duties, observed.record)}).value();
  observed.report = test::advance(simulator, 1);
  EXPECT_EQ(observed.report.collision.contacts, 0);
  EXPECT_GT(observed.report.collision.proximities, 0);
  EXPECT_EQ(observed.report.collision.rungs.response, 0);  // there was nothing to resolve
  EXPECT_EQ(observed.report.collision.response_acted, 0.0);
  for (std::size_t i = 0; i < 16; ++i) observed.low += simulator.state().velocity[i] / 16;
  return observed;
}

TEST(Duties, AreNoneUnlessDeclared) {
  Record record;
  EXPECT_FALSE(Duties{}.any());
  EXPECT_FALSE(Neglectful({}, record).duties().any());
  for (const ResponseInfo& info : known_responses())
    EXPECT_EQ(info.make({})->duties().any(), info.name == "qp_collide") << info.name;
}

class DutiesWith : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(RepulsionAndSprings, DutiesWith, testing::Bool());

TEST_P(DutiesWith, NoneTheStepKeepsThicknessAndFriction) {
  const Observed observed = touch({}, GetParam());
  EXPECT_EQ(observed.record.calls, 0);  // nothing collides
  EXPECT_LT(observed.low.y(), -1e-3);
  EXPECT_GT(observed.low.x(), 1e-4);
}

TEST_P(DutiesWith, ThicknessThereIsNoRepulsionAndNoSpring) {
  const Observed observed = touch({.thickness = true}, GetParam());
  EXPECT_GT(observed.record.calls, 0);  // in every step
  EXPECT_EQ(observed.low, Vec3::Zero());
}

TEST_P(DutiesWith, FrictionPairsArePushedButSlide) {
  const Observed observed = touch({.friction = true}, GetParam());
  EXPECT_GT(observed.record.calls, 0);
  EXPECT_LT(observed.low.y(), -1e-3);
  EXPECT_NEAR(observed.low.x(), 0.0, 1e-9);
}

/// Half a second of a soft sheet that hangs from two corners, with a limit of 1 %.
Observed hang(const Duties& duties) {
  SceneBody body = test::sheet(6, 0.5, {VertexId(30), VertexId(35)});
  body.body.fabric.stretch_warp = body.body.fabric.stretch_weft = 5.0;
  body.body.stretch_limit = StretchLimit{.limit = 0.01, .rule = LengthRule::limit, .max_iterations = 100};
  Observed observed;
  Simulator simulator = Simulator::create(test::scene_of(std::move(body), 0.005),
                                          {.response = std::make_unique<Neglectful>(duties, observed.record)})
                            .value();
  observed.report = test::advance(simulator, 100);
  return observed;
}

TEST(Duties, WithoutLimitsTheStepKeepsThem) {
  const Observed observed = hang({});
  EXPECT_FALSE(observed.record.had_limits);
  EXPECT_LE(observed.report.limits.strain, 0.01);
}

TEST(Duties, LimitsAreNotProjectedOnto) {
  const Observed observed = hang({.limits = true});
  EXPECT_GE(observed.record.calls, 100);
  EXPECT_TRUE(observed.record.had_limits);
  EXPECT_GT(observed.report.limits.strain, 0.02);
  EXPECT_EQ(observed.report.limits.iterations, 0);
}

}  // namespace
}  // namespace muslin::duties_test
