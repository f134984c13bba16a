#include <gtest/gtest.h>

#include <array>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/script_follower.hpp>

namespace muslin::script_follower_test {
namespace {

constexpr double kStep = 0.01;  // [s]

/// Moves like a rigid body, but does not say so: each vertex stops and comes back by itself.
class Soft final : public Motion {
 public:
  explicit Soft(std::unique_ptr<Motion> motion) : motion_(std::move(motion)) {}
  [[nodiscard]] Status evaluate(double time, std::span<const Vec3> start, std::span<Vec3> positions) const override {
    return motion_->evaluate(time, start, positions);
  }
  [[nodiscard]] bool is_rigid() const override { return false; }

 private:
  std::unique_ptr<Motion> motion_;
};

/// Fails, as a file that has gone would.
class Broken final : public Motion {
 public:
  [[nodiscard]] Status evaluate(double, std::span<const Vec3>, std::span<Vec3>) const override {
    return Error{Error::Kind::unreadable_file, "walk.pc2", "is gone", ""};
  }
  [[nodiscard]] bool is_rigid() const override { return false; }
};

std::unique_ptr<Motion> along_x(double speed) { return make_rigid_motion({.velocity = Vec3(speed, 0, 0)}); }

/// Three scripted vertices at x = 0, 1, 2 and one that is not, at x = 9; all that a certified step does with them.
struct Follow {
  explicit Follow(std::shared_ptr<const Motion> motion) : follower(scripts_of(std::move(motion)), 4) {
    EXPECT_TRUE(follower.find_off_script(0.0, delay, position));
  }

  static Scripts scripts_of(std::shared_ptr<const Motion> motion) {
    Scene scene;
    SceneBody& body = scene.bodies.emplace_back();
    body.body.name = "slider";
    body.body.mesh.positions = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(9, 0, 0)};
    body.scripts.push_back({.vertices = {VertexId(0), VertexId(1), VertexId(2)}, .motion = std::move(motion)});
    const BodyRange range{.first_vertex = 0, .vertex_count = 4};
    return {scene, {&range, 1}};
  }

  /// Where the next step shall lead; nothing has happened yet.
  void find_targets() {
    next_delay = delay;
    target = position;
    ASSERT_TRUE(follower.find_targets({time, time + kStep}, position, next_delay, target));
  }
  /// Takes the step; vertices of which the letter is 's' stay where they are. Returns the lag.
  Lag finish_step(const std::string& letters = "....", std::span<const Proximity> touching = {}) {
    StoppedVertices stopped;
    for (const char letter : letters) stopped.stopped.push_back(letter == 's' ? 1 : 0);
    for (std::size_t v = 0; v < position.size(); ++v)
      if (stopped.stopped[v] == 0) position[v] = target[v];
    const Result<Lag> lag = follower.finish_step({time, time + kStep}, stopped, touching, delay, next_delay, position);
    EXPECT_TRUE(lag);
    time += kStep;
    delay = next_delay;
    return *lag;
  }
  Lag step(const std::string& letters = "....", std::span<const Proximity> touching = {}) {
    find_targets();
    return finish_step(letters, touching);
  }
  [[nodiscard]] double x(std::size_t vertex) const { return position[vertex].x() - static_cast<double>(vertex); }

  ScriptFollower follower;
  double time = 0.0;
  std::vector<double> delay = {0.0}, next_delay = {0.0};
  std::vector<Vec3> position = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(9, 0, 0)}, target;
};

TEST(ScriptFollower, GoesWithTheScript) {
  Follow follow(along_x(1.0));
  for (int i = 1; i <= 3; ++i) {
    const Lag lag = follow.step();
    EXPECT_EQ(lag.length, 0.0);
    EXPECT_FALSE(lag.vertex.valid());
    EXPECT_NEAR(follow.x(2), 0.01 * i, 1e-15);
    EXPECT_EQ(follow.delay[0], 0.0);
    EXPECT_EQ(follow.position[3], Vec3(9, 0, 0));
  }
}

TEST(ScriptFollower, ARigidScriptWaitsWithItsClock) {
  Follow follow(along_x(1.0));
  follow.step();
  for (int i = 1; i <= 3; ++i) {
    const Lag lag = follow.step("sss.");
    EXPECT_NEAR(follow.delay[0], 0.01 * i, 1e-15);
    EXPECT_NEAR(lag.length, 0.01 * i, 1e-15);
    ASSERT_LT(lag.vertex.index(), 3U);  // all of them lag equally
    EXPECT_EQ(lag.place, follow.position[lag.vertex.index()]);
    for (std::size_t v = 0; v < 3; ++v) EXPECT_NEAR(follow.x(v), 0.01, 1e-15);
  }
}

// Three steps late at 1 m/s: each step that catches up covers 2 cm, and three of them do.
TEST(ScriptFollower, ARigidScriptCatchesUpAtDoubleSpeed) {
  Follow follow(along_x(1.0));
  for (int i = 0; i < 3; ++i) follow.step("sss.");
  for (int i = 1; i <= 3; ++i) {
    const Lag lag = follow.step();
    for (std::size_t v = 0; v < 3; ++v) EXPECT_NEAR(follow.x(v), 0.02 * i, 1e-15);
    EXPECT_NEAR(lag.length, 0.03 - 0.01 * i, 1e-15);
    EXPECT_NEAR(follow.delay[0], 0.03 - 0.01 * i, 1e-15);
  }
  EXPECT_EQ(follow.delay[0], 0.0);
  follow.step();
  EXPECT_NEAR(follow.x(0), 0.07, 1e-15);
}

// At 0.02 m/s three steps are 0.6 mm, and the next is 0.2 mm more: less than the 1 mm within which a clock is set.
TEST(ScriptFollower, ASlowScriptIsBackAtOnce) {
  Follow follow(along_x(0.02));
  for (int i = 0; i < 3; ++i) follow.step("sss.");
  EXPECT_EQ(follow.step().length, 0.0);
  EXPECT_NEAR(follow.x(1), 0.0008, 1e-15);
  EXPECT_EQ(follow.delay[0], 0.0);
}

// There and back, 1 m/s each way, while it was held at its start: the clock need not go the whole way after it.
TEST(ScriptFollower, AScriptThatComesBackToWhereItWaitsIsNotLate) {
  Follow follow(
      make_rigid_motion({.keyframes = {{.time = 0.0}, {.time = 0.05, .translation = {0.05, 0, 0}}, {.time = 0.1}},
                         .interpolation = Interpolation::linear}));
  for (int i = 1; i < 10; ++i) EXPECT_NEAR(follow.step("sss.").length, 0.01 * std::min(i, 10 - i), 1e-12) << i;
  EXPECT_NEAR(follow.delay[0], 0.09, 1e-12);
  EXPECT_EQ(follow.step().length, 0.0);
  EXPECT_EQ(follow.delay[0], 0.0);
  EXPECT_NEAR(follow.x(0), 0.0, 1e-15);
}

/// The lag after a step in which a vertex comes back: slowly if something was in its way in the step before.
double lag_after(double lag, bool is_free) {
  const double time = is_free ? tolerance::kReturnTime : tolerance::kObstructedReturnTime;
  return std::max(0.0, lag - kStep * std::max(tolerance::kReturnSpeed, lag / time));
}

// A soft one has no clock: a vertex that was held comes back, slowly at first, and the others go on.
TEST(ScriptFollower, ASoftScriptComesBackVertexByVertex) {
  Follow follow(std::make_shared<Soft>(along_x(0.11)));
  for (int i = 0; i < 3; ++i) follow.step(".s..");
  EXPECT_EQ(follow.delay[0], 0.0);
  EXPECT_NEAR(follow.x(0), 0.0033, 1e-15);
  EXPECT_EQ(follow.x(1), 0.0);
  double off = 0.0033;
  for (int i = 0; i < 30 && off > 0.0; ++i) {
    off = lag_after(off, i > 0);
    const Lag lag = follow.step();
    EXPECT_NEAR(lag.length, off, 1e-14) << i;
    if (off > 0.0) {
      EXPECT_EQ(lag.vertex, VertexId(1));
    }
    EXPECT_NEAR(follow.x(1), 0.11 * follow.time - off, 1e-14);
    EXPECT_NEAR(follow.x(2), 0.11 * follow.time, 1e-14);
  }
  EXPECT_EQ(off, 0.0);
  EXPECT_NEAR(follow.x(1), follow.x(0), 1e-14);
}

// What gave way in a pinch is off its script without having been stopped; a pin that stands still takes it back.
TEST(ScriptFollower, WhatGaveWayComesBack) {
  Follow follow(nullptr);
  follow.find_targets();
  follow.target[2].y() = 0.0024;
  EXPECT_NEAR(follow.finish_step().length, 0.0024, 1e-15);
  EXPECT_EQ(follow.delay[0], 0.0);
  double off = 0.0024;
  for (int i = 0; i < 30 && off > 0.0; ++i) {
    off = lag_after(off, i > 0);
    EXPECT_NEAR(follow.step().length, off, 1e-14) << i;
  }
  EXPECT_EQ(off, 0.0);
  EXPECT_EQ(follow.position[2], Vec3(2, 0, 0));
}

// A vertex that pinches cloth comes back slowly while it is stopped or pushed aside, and quickly while it gets where it
// should: then the other side has given up room. A script that it meets gives up none.
TEST(ScriptFollower, WhatPinchesComesBackAsFastAsItHasRoom) {
  Follow follow(nullptr);
  follow.find_targets();
  follow.target[2].y() = 0.1;
  double off = follow.finish_step().length;
  Proximity pair;
  pair.contact.vertex = {VertexId(3), VertexId(3), VertexId(3), VertexId(2)};
  pair.contact.weight = {-1.0, 0.0, 0.0, 1.0};
  pair.contact.normal = Vec3::UnitY();
  Proximity opposite = pair;
  opposite.contact.vertex[3] = VertexId(1);
  opposite.contact.normal = -Vec3::UnitY();
  const std::array pinched = {pair, opposite};
  for (int i = 0; i < 3; ++i) {
    off = lag_after(off, i > 0);
    EXPECT_NEAR(follow.step("....", pinched).length, off, 1e-14) << i;
  }
  follow.find_targets();
  follow.target[2].y() += 0.001;  // something pushes it aside
  off = lag_after(off, true) + 0.001;
  EXPECT_NEAR(follow.finish_step("....", pinched).length, off, 1e-14);
  off = lag_after(off, false);
  EXPECT_NEAR(follow.step("....", pinched).length, off, 1e-14);
  Proximity conflict = pair;
  conflict.contact.vertex[0] = conflict.contact.vertex[1] = conflict.contact.vertex[2] = VertexId(0);
  off = lag_after(off, true);
  EXPECT_NEAR(follow.step("....", {&conflict, 1}).length, off, 1e-14);
  EXPECT_NEAR(follow.step("....", {&conflict, 1}).length, lag_after(off, false), 1e-14) << "it has met a script";
}

/// The position of vertex 1 after a step, if a script of this velocity finds it 0.1 m off along x [m].
Vec3 place_after_step(const Vec3& velocity) {
  Follow follow(std::make_shared<Soft>(make_rigid_motion({.velocity = velocity})));
  follow.find_targets();
  follow.target[1].x() += 0.1;
  EXPECT_NEAR(follow.finish_step().length, 0.1, 1e-15);
  follow.step();
  return follow.position[1];
}

// An arm that leaves a torso does not press it in as fast as it leaves: its dent waits until the arm is there.
TEST(ScriptFollower, AScriptThatComesToMeetAVertexShortensItsLagAlone) {
  const double returned = 0.1 - lag_after(0.1, false);
  const double scripted = 2.0 * kStep;  // displacement of a script of 1 m/s in two steps
  // A slow one does part of the work. Of what a fast one does, the vertex gives half to the other side.
  EXPECT_NEAR(place_after_step(Vec3(0.1, 0, 0)).x(), 1.0 + 0.1 * scripted + 0.1 - returned, 1e-14);
  EXPECT_NEAR(place_after_step(Vec3(1, 0, 0)).x(), 1.0 + scripted + 0.1 - 0.5 * kStep, 1e-14);
  // One that moves away takes the vertex along, and so does one that moves sideways.
  EXPECT_NEAR(place_after_step(Vec3(-1, 0, 0)).x(), 1.0 - scripted + 0.1 - returned, 1e-14);
  EXPECT_LT((place_after_step(Vec3(0, 1, 0)) - Vec3(1.0 + 0.1 - returned, scripted, 0)).norm(), 1e-14);
  // One that comes much faster than the lag is long has caught up.
  EXPECT_NEAR(place_after_step(Vec3(30, 0, 0)).x(), 1.0 + 30.0 * scripted, 1e-14);
}

// A vertex that is in no pinch waits until its script is there.
TEST(ScriptFollower, AFreeVertexWaitsForAScriptThatComesToMeetIt) {
  Follow follow(std::make_shared<Soft>(along_x(4.0)));
  follow.find_targets();
  follow.target[1].x() += 0.1;
  follow.finish_step();
  follow.step();
  const double waits_at = follow.position[1].x();
  EXPECT_NEAR(follow.step().length, 0.1 - 0.5 * 4.0 * kStep - 4.0 * kStep, 1e-14);
  EXPECT_NEAR(follow.position[1].x(), waits_at, 1e-14);
}

// Several substeps between two collision steps continue each other.
TEST(ScriptFollower, SubstepsContinueEachOther) {
  Follow follow(std::make_shared<Soft>(along_x(-1.0)));
  follow.find_targets();
  follow.target[1].x() += 0.1;
  follow.finish_step();
  follow.next_delay = follow.delay;
  std::vector<Vec3> start = follow.position;
  double lag = 0.1;
  for (int part = 0; part < 2; ++part) {
    const TimeSpan span{follow.time + 0.5 * part * kStep, follow.time + 0.5 * (part + 1) * kStep};
    ASSERT_TRUE(follow.follower.find_targets(span, start, follow.next_delay, follow.target));
    lag -= 0.5 * kStep * lag / tolerance::kObstructedReturnTime;
    EXPECT_NEAR(follow.target[1].x(), 1.0 - span.end + lag, 1e-14) << part;
    start = follow.target;
  }
}

TEST(ScriptFollower, NamesTheFarthest) {
  Follow follow(std::make_shared<Soft>(along_x(1.0)));
  follow.step("..s.");
  const Lag lag = follow.step("s.s.");
  EXPECT_EQ(lag.vertex, VertexId(2));
  EXPECT_NEAR(lag.length, 0.02, 1e-15);
  EXPECT_EQ(lag.place, Vec3(2, 0, 0));
}

// Both ways of being behind survive a restart: the positions and the delays are all that is saved.
TEST(ScriptFollower, GoesOnAfterARestart) {
  for (const bool soft : {false, true}) {
    SCOPED_TRACE(soft);
    const auto motion = [&]() -> std::shared_ptr<const Motion> {
      if (soft) return std::make_shared<Soft>(along_x(1.0));
      return along_x(1.0);
    };
    Follow first(motion()), second(motion());
    for (int i = 0; i < 3; ++i) first.step(soft ? "s..." : "sss.");
    first.step();
    first.follower.begin_frame();  // states are saved between frames
    second.time = first.time;
    second.delay = first.delay;
    second.position = first.position;
    ASSERT_TRUE(second.follower.find_off_script(second.time, second.delay, second.position));
    for (int i = 0; i < 10; ++i) {
      EXPECT_EQ(first.step().length, second.step().length);
      EXPECT_EQ(first.position, second.position);
      EXPECT_EQ(first.delay, second.delay);
    }
  }
}

TEST(ScriptFollower, OnlyRigidScriptsStopTogether) {
  const Follow rigid(along_x(1.0)), still(nullptr), soft(std::make_shared<Soft>(along_x(1.0)));
  for (const Follow* together : {&rigid, &still}) {
    EXPECT_EQ(together->follower.rigid_groups().of_vertex, (std::vector<std::int32_t>{0, 0, 0, -1}));
    ASSERT_EQ(together->follower.rigid_groups().members.size(), 1U);
    EXPECT_EQ(together->follower.rigid_groups().members[0].size(), 3U);
  }
  EXPECT_EQ(soft.follower.rigid_groups().of_vertex, (std::vector<std::int32_t>{-1, -1, -1, -1}));
  EXPECT_TRUE(soft.follower.rigid_groups().members.empty());
}

TEST(ScriptFollower, SaysWhoseMotionCannotBeRead) {
  ScriptFollower follower(Follow::scripts_of(std::make_shared<Broken>()), 4);
  std::vector<double> delay = {0.0};
  std::vector<Vec3> position(4, Vec3::Zero()), target = position;
  for (const Status& status :
       {follower.find_off_script(0.0, delay, position), follower.find_targets({0.0, kStep}, position, delay, target)}) {
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().what, "motion of body 'slider': is gone");
  }
}

}  // namespace
}  // namespace muslin::script_follower_test
