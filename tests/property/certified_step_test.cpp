#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <muslin/core/parallel.hpp>
#include <muslin/response/step/collision_step.hpp>
#include <tests/support/collision_scenes.hpp>
#include <tests/support/random.hpp>
#include <tests/support/scenes.hpp>

/// What the certified step promises, whatever collides and whatever the response does.
namespace muslin::certified_step_test {
namespace {

constexpr int kFrames = 10;

struct Totals {
  Rungs rungs;
  std::int64_t steps = 0, certificates = 0, contacts = 0, stopped = 0;
  double lag = 0.0;
};

/// A scene whose contacts are all left to the response and the ladder.
Scene without_springs(std::string_view name) {
  Scene scene = test::collision_scene(name);
  scene.collision.repulsion.implicit_stiffness = 0.0;
  return scene;
}

/// Simulates, and counts the intersections of every frame.
Totals expect_no_intersection(Simulator& simulator, int frames = kFrames) {
  Totals totals;
  EXPECT_EQ(test::intersections(simulator), 0U) << "at the start";
  for (int frame = 1; frame <= frames; ++frame) {
    const auto outcome = simulator.advance([&](const StepReport& report) {
      combine(totals.rungs, report.collision.rungs);
      ++totals.steps;
      totals.certificates += report.collision.certificates > 0 ? 1 : 0;
      totals.contacts += report.collision.contacts;
      totals.stopped += report.collision.stopped_vertices;
      totals.lag = std::max(totals.lag, report.collision.lag.length);
      return true;
    });
    EXPECT_TRUE(outcome && !outcome->divergence && !outcome->pinch) << "frame " << frame;
    EXPECT_EQ(test::intersections(simulator), 0U) << "frame " << frame;
  }
  EXPECT_EQ(totals.steps, totals.certificates);
  return totals;
}

Simulator with_response(Scene scene, std::unique_ptr<Response> response) {
  return Simulator::create(std::move(scene), {.response = std::move(response), .audit_start = false}).value();
}

class CollisionScenes : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, CollisionScenes, testing::ValuesIn(test::collision_scene_names()));

TEST_P(CollisionScenes, NeverIntersectWithAnyResponse) {
  for (const ResponseInfo& info : known_responses()) {
    SCOPED_TRACE(info.name);
    Scene scene = without_springs(GetParam());
    scene.collision.response = info.name;
    Simulator simulator = test::simulator_of(std::move(scene));
    EXPECT_GT(expect_no_intersection(simulator).contacts, 0);

    scene = test::collision_scene(GetParam());
    scene.collision.response = info.name;
    Simulator with_springs = test::simulator_of(std::move(scene));
    expect_no_intersection(with_springs);
  }
}

/// Reports success, whatever it has done to the velocities.
class BadResponse final : public Response {
 public:
  enum class Kind { nothing, wrong, not_a_number, random, huge, scripted };
  explicit BadResponse(Kind kind) : kind_(kind) {}

  [[nodiscard]] std::string_view name() const override { return "bad"; }
  ResponseReport resolve(CollisionView& step) override {
    test::Random random(7);
    for (std::size_t i = 0; i < step.velocity().size(); ++i) {
      Vec3& v = step.velocity()[i];
      switch (kind_) {
        case Kind::nothing:
          break;
        case Kind::wrong:
          v = -3.0 * v;
          break;
        case Kind::not_a_number:
          v.y() = std::numeric_limits<double>::quiet_NaN();
          break;
        case Kind::random:
          v = random.in_box(4.0);
          break;
        case Kind::huge:
          v = random.in_box(1e300);
          break;
        case Kind::scripted:
          v = Vec3::Zero();
          break;
      }
    }
    return {.status = ResponseReport::Status::resolved};
  }

 private:
  Kind kind_;
};

TEST_P(CollisionScenes, NeverIntersectWithABadResponse) {
  using Kind = BadResponse::Kind;
  for (const Kind kind : {Kind::nothing, Kind::wrong, Kind::not_a_number, Kind::random, Kind::huge, Kind::scripted}) {
    SCOPED_TRACE(static_cast<int>(kind));
    Simulator simulator = with_response(without_springs(GetParam()), std::make_unique<BadResponse>(kind));
    EXPECT_GT(expect_no_intersection(simulator, 7).rungs.response, 0);
  }
}

/// Each rung by itself: those above it fail, and those below are not needed, or are.
TEST_P(CollisionScenes, EachRungHoldsAlone) {
  const auto fails = [] { return std::make_unique<BadResponse>(BadResponse::Kind::nothing); };
  {
    SCOPED_TRACE("rigid zones");
    Scene rigid = without_springs(GetParam());
    rigid.collision.ladder = LadderOrder::rigid_first;
    Simulator simulator = with_response(std::move(rigid), fails());
    EXPECT_GT(expect_no_intersection(simulator).rungs.rigid_zones, 0);
  }
  Scene scene = without_springs(GetParam());
  scene.collision.rigid_zones = {.impulse_passes = 0, .passes = 0};
  {
    SCOPED_TRACE("halving");
    Scene halving = scene;
    Simulator simulator = with_response(std::move(halving), fails());
    // A step in which stiff bodies gain energy is shortened too, before it could fail.
    const Rungs rungs = expect_no_intersection(simulator).rungs;
    EXPECT_GT(rungs.halvings + rungs.retries, 0);
  }
  {
    SCOPED_TRACE("stopping");
    Scene stopping = scene;
    stopping.collision.max_halvings = 0;
    stopping.collision.pinch = PinchPolicy::stop;
    stopping.collision.max_lag = 1e6;
    Simulator simulator = with_response(std::move(stopping), fails());
    const Totals totals = expect_no_intersection(simulator);
    EXPECT_GT(totals.rungs.stops, 0);
    EXPECT_GT(totals.stopped, 0);
  }
}

TEST_P(CollisionScenes, RigidZonesFirstHoldsToo) {
  Scene scene = without_springs(GetParam());
  scene.collision.ladder = LadderOrder::rigid_first;
  Simulator simulator = test::simulator_of(std::move(scene));
  expect_no_intersection(simulator);
}

TEST_P(CollisionScenes, SameBitsOnAnyNumberOfThreadsAndAfterResume) {
  const auto run = [&](int threads, int restart_at) {
    State state;
    with_threads(threads, [&] {
      Simulator simulator = test::simulator_of(test::collision_scene(GetParam()));
      for (int frame = 0; frame < kFrames; ++frame) {
        if (frame == restart_at) {
          State saved = simulator.state();
          simulator = test::simulator_of(test::collision_scene(GetParam()));
          ASSERT_TRUE(simulator.restore(std::move(saved)));
        }
        test::advance(simulator, 1);
      }
      state = simulator.state();
    });
    return state;
  };
  const State one = run(1, -1), two = run(2, -1), resumed = run(2, 7);
  EXPECT_EQ(one.position, two.position);
  EXPECT_EQ(one.velocity, two.velocity);
  EXPECT_EQ(one.position, resumed.position);
  EXPECT_EQ(one.velocity, resumed.velocity);
  EXPECT_EQ(one.script_delay, resumed.script_delay);
}

class Momentum : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(WithAndWithoutSprings, Momentum, testing::Bool());

TEST_P(Momentum, OfFreeClothIsKeptThroughContacts) {
  for (const ResponseInfo& info : known_responses()) {
    SCOPED_TRACE(info.name);
    Scene scene = GetParam() ? test::collision_scene("flight") : without_springs("flight");
    scene.collision.response = info.name;
    Simulator simulator = test::simulator_of(std::move(scene));
    StepReport first, last;
    double scale = 0.0;
    std::int64_t contacts = 0;
    for (int frame = 0; frame < 20; ++frame)
      static_cast<void>(simulator.advance([&](const StepReport& report) {
        if (scale == 0.0) first = report;
        scale = std::max(scale, std::sqrt(2.0 * report.kinetic_energy));
        contacts += report.collision.contacts + report.collision.proximities;
        last = report;
        return true;
      }));
    EXPECT_GT(contacts, 100);
    EXPECT_LE((last.momentum - first.momentum).norm(), 1e-12 * scale);
  }
}

// Contact springs hand momentum from one free body to another, though each free part is balanced for itself else.
TEST(ContactSprings, PushTheOtherBody) {
  SceneBody low = test::sheet(4, 0.1), high = test::sheet(4, 0.1);
  high.body.name = "high";
  for (SceneBody* body : {&low, &high}) body->body.fabric.thickness = 1e-3;
  for (Vec3& x : high.body.mesh.positions) x.y() += 0.5e-3;
  high.body.velocity = Vec3(0, -0.05, 0);
  Scene scene = test::scene_of(std::move(low), 0.005);
  scene.bodies.push_back(std::move(high));
  scene.loads.gravity.setZero();
  Simulator simulator = test::simulator_of(std::move(scene));
  const StepReport report = test::advance(simulator, 1);
  EXPECT_EQ(report.collision.contacts, 0);  // so it was not a response
  double lower = 0.0, upper = 0.0;
  for (std::size_t i = 0; i < 16; ++i) {
    lower += simulator.state().velocity[i].y() / 16;
    upper += simulator.state().velocity[16 + i].y() / 16;
  }
  EXPECT_LT(lower, -0.01);
  EXPECT_GT(upper, -0.04);
}

// What does not collide goes on, though its body is hit elsewhere.
TEST(StopZones, StopNoMoreThanWhatCollides) {
  SceneBody large = test::sheet(12, 0.6), small = test::sheet(3, 0.05);
  small.body.name = "small";
  for (Vec3& x : small.body.mesh.positions) x += Vec3(0.2, 3e-3, 0.2);
  large.body.velocity = Vec3(0, 2, 0);
  Scene scene = test::scene_of(std::move(large), 0.005);
  scene.bodies.push_back(std::move(small));
  scene.collision.repulsion.implicit_stiffness = 0.0;
  scene.collision.rigid_zones = {.impulse_passes = 0, .passes = 0};
  scene.collision.max_halvings = 0;
  Simulator simulator = with_response(std::move(scene), std::make_unique<BadResponse>(BadResponse::Kind::nothing));
  const StepReport report = test::advance(simulator, 1);
  EXPECT_EQ(report.collision.rungs.stops, 1);
  EXPECT_GE(report.collision.stopped_vertices, 4);
  EXPECT_LE(report.collision.stopped_vertices, 40);
  EXPECT_GT(simulator.state().velocity[0].y(), 1.0);
  EXPECT_EQ(test::intersections(simulator), 0U);
}

/// Plates that leave no room: their clocks stop, and catch up when they open again.
TEST(Lag, ClosedPlatesWaitAndCatchUp) {
  Scene scene = test::collision_scene("pinch");
  scene.collision.pinch = PinchPolicy::stop;
  scene.collision.max_lag = 1.0;
  Simulator simulator = test::simulator_of(scene);
  double largest = 0.0, last = 0.0, latest_clock = 0.0;
  for (int frame = 0; frame < 40; ++frame) {
    for (const double delay : simulator.state().script_delay) latest_clock = std::max(latest_clock, delay);
    ASSERT_TRUE(simulator.advance([&](const StepReport& report) {
      largest = std::max(largest, report.collision.lag.length);
      last = report.collision.lag.length;
      if (last > 0.0) {
        EXPECT_GE(report.collision.lag.body, 1);
      }
      return true;
    }));
    // A box that waits keeps its shape, bit for bit or nearly.
    const auto& x = simulator.state().position;
    const std::size_t box = simulator.range(1).first_vertex;
    EXPECT_NEAR((x[box + 1] - x[box]).norm(),
                (scene.bodies[1].body.mesh.positions[1] - scene.bodies[1].body.mesh.positions[0]).norm(), 1e-12);
  }
  EXPECT_GT(largest, 1e-3);
  EXPECT_GT(latest_clock, 0.01);
  EXPECT_EQ(last, 0.0);
}

TEST(Lag, IsAPinchWhereThePolicyIsToStop) {
  Scene scene = test::collision_scene("pinch");
  scene.collision.pinch = PinchPolicy::stop;
  scene.collision.max_lag = 1e-3;
  Simulator simulator = test::simulator_of(scene);
  std::optional<Pinch> pinch;
  State before;
  for (int frame = 0; frame < 40 && !pinch; ++frame) {
    before = simulator.state();
    pinch = simulator.advance().value().pinch;
  }
  ASSERT_TRUE(pinch);
  EXPECT_TRUE(pinch->body == "below" || pinch->body == "above");
  EXPECT_FALSE(pinch->against.empty());
  EXPECT_GT(pinch->lag, 1e-3);
  EXPECT_LT(pinch->place.norm(), 0.2);
  EXPECT_EQ(simulator.state().position, before.position);
}

TEST(Lag, YieldingPlatesComeBack) {
  Scene scene = test::collision_scene("pinch");
  scene.collision.pinch = PinchPolicy::yield;
  Simulator simulator = test::simulator_of(scene);
  const Totals closing = expect_no_intersection(simulator, 12);
  EXPECT_GT(closing.rungs.yields, 0);
  double last = 1.0;
  for (int frame = 0; frame < 30; ++frame)
    ASSERT_TRUE(simulator.advance([&](const StepReport& report) {
      last = report.collision.lag.length;
      return true;
    }));
  EXPECT_EQ(last, 0.0);
}

}  // namespace
}  // namespace muslin::certified_step_test
