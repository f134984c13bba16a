#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/contact/light_contact.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/response.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/start_audit.hpp>
#include <string>
#include <string_view>

namespace muslin::conflicting_scripts_test {
namespace {

/// What happened in the frames of a run, and how it ended.
struct Extremes {
  double strain = 0.0, speed = 0.0, energy = 0.0, lag = 0.0;
  std::int64_t steps = 0, substeps = 0, unconverged = 0;
  std::size_t intersections = 0;
  Rungs rungs;
  FrameOutcome ending;
};

Extremes simulate(std::string_view text, int frames, std::string_view response = {},
                  std::unique_ptr<Response> custom = nullptr) {
  Extremes result;
  auto loaded = read_scene_text(text, "scene.json");
  EXPECT_TRUE(loaded) << loaded.error().message();
  if (!loaded) return result;
  Scene scene = std::move(loaded->scene);
  if (!response.empty()) scene.collision.response = response;
  auto simulator = Simulator::create(std::move(scene), {.response = std::move(custom)});
  EXPECT_TRUE(simulator) << simulator.error().message();
  if (!simulator) return result;
  for (int frame = 0; frame < frames; ++frame) {
    const auto outcome = simulator->advance([&](const StepReport& step) {
      result.strain = std::max(result.strain, step.max_strain);
      result.speed = std::max(result.speed, step.max_speed);
      result.energy = std::max(result.energy, step.kinetic_energy + step.elastic_energy);
      result.lag = std::max(result.lag, step.collision.lag.length);
      result.unconverged += step.solver_converged ? 0 : 1;
      result.substeps += step.substeps;
      ++result.steps;
      combine(result.rungs, step.collision.rungs);
      return true;
    });
    EXPECT_TRUE(outcome) << outcome.error().message();
    if (!outcome) return result;
    result.ending = *outcome;
    result.intersections += audit_start(*simulator, 1).intersections;
    if (outcome->divergence || outcome->pinch) return result;
  }
  return result;
}

std::string ball_at_pinned_edge(int vertices, std::string_view pinch) {
  return fmt::format(R"({{
    "version": 1, "collision": {{ "pinch": "{1}" }},
    "bodies": [
      {{ "name": "curtain", "cloth": {{ "grid": [{0}, {0}], "size": [0.6, 0.6] }}, "fabric": "cotton",
        "place": {{ "rotate": [90, 0, 0] }}, "pins": ["top"] }},
      {{ "name": "ball", "obstacle": {{ "sphere": {{ "radius": 0.1, "subdivisions": 2 }} }},
        "place": {{ "translate": [0, 0.3, -0.15] }}, "motion": {{ "velocity": [0, 0, 0.5] }} }} ] }})",
                     vertices, pinch);
}

constexpr std::string_view kCylinderAtPinnedRim = R"({
  "version": 1,
  "bodies": [
    { "name": "sheet", "cloth": { "grid": [5, 11], "size": [0.312, 0.394] }, "fabric": "wool",
      "place": { "rotate": [90, 0, 0] }, "pins": ["boundary"] },
    { "name": "can", "obstacle": { "cylinder": { "radius": 0.0771, "sides": 16 } },
      "place": { "translate": [-0.102, -0.03, -0.13] }, "motion": { "velocity": [0, 0.0656, 0.306] } } ] })";

constexpr std::string_view kRodAtPinnedRow = R"({
  "version": 1,
  "bodies": [
    { "name": "sheet", "cloth": { "grid": [7, 10], "size": [0.245, 0.235] }, "fabric": "felt",
      "place": { "rotate": [90, 0, 0] }, "pins": ["top"] },
    { "name": "rod", "obstacle": { "rod": { "radius": 0.02, "length": 0.389, "axis": "x" } },
      "place": { "translate": [0, 0.1168, -0.05] },
      "motion": { "keyframes": [ { "time": 0 }, { "time": 0.5, "translate": [0, 0, 0.25] } ] } } ] })";

// The only movable vertex of a contact next to a pinned edge has next to no weight. Impulses gave it any speed: six of
// seven responses diverged, and no smaller step helped.
class AllResponses : public testing::TestWithParam<std::string> {};
std::vector<std::string> response_names() {
  std::vector<std::string> names;
  for (const ResponseInfo& response : known_responses()) names.emplace_back(response.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(ConflictingScripts, AllResponses, testing::ValuesIn(response_names()),
                         [](const auto& test) { return test.param; });

TEST_P(AllResponses, ABallYieldsToAPinnedEdge) {
  for (const int vertices : {2, 6}) {
    const Extremes run = simulate(ball_at_pinned_edge(vertices, "yield"), 8, GetParam());
    EXPECT_FALSE(run.ending.divergence.has_value());
    EXPECT_EQ(run.intersections, 0U);
    EXPECT_GT(run.rungs.yields, 10) << "the ball did not reach the edge";
    EXPECT_GT(run.lag, 0.03);
    EXPECT_LT(run.lag, 0.5 * 8 / 24.0);
    EXPECT_LT(run.strain, 0.6);
    EXPECT_LT(run.speed, 15.0);
    EXPECT_LT(run.energy, 5.0);
  }
}

TEST_P(AllResponses, ACylinderYieldsToAPinnedRim) {
  const Extremes run = simulate(kCylinderAtPinnedRim, 12, GetParam());
  EXPECT_FALSE(run.ending.divergence.has_value());
  EXPECT_EQ(run.intersections, 0U);
  EXPECT_GT(run.rungs.yields, 10);
  // Clusters stopped everything in 447 of 454 steps once. They let the stretched rim vibrate faster than the others do,
  // with 70 J instead of 33 J, of which less than 1 J is motion. How much is chance: 22 and 51 J after changes
  // elsewhere.
  EXPECT_EQ(run.rungs.stops, 0);
  EXPECT_LT(run.strain, GetParam() == "collision_clusters" ? 1.5 : 1.2);
  EXPECT_LT(run.speed, GetParam() == "collision_clusters" ? 25.0 : 8.0);
  EXPECT_LT(run.energy, GetParam() == "collision_clusters" ? 80.0 : 40.0);
}

TEST_P(AllResponses, ARodYieldsToAPinnedRow) {
  const Extremes run = simulate(kRodAtPinnedRow, 8, GetParam());
  EXPECT_FALSE(run.ending.divergence.has_value());
  EXPECT_EQ(run.intersections, 0U);
  EXPECT_GT(run.rungs.yields, 10);
  EXPECT_LT(run.strain, 3.0);
  EXPECT_LT(run.speed, 30.0);
  EXPECT_LT(run.steps, 800);
}

TEST(ConflictingScripts, WithPolicyStopTheRunStopsAtThePinnedEdge) {
  const Extremes run = simulate(ball_at_pinned_edge(2, "stop"), 8);
  EXPECT_FALSE(run.ending.divergence.has_value());
  ASSERT_TRUE(run.ending.pinch.has_value());
  EXPECT_EQ(run.ending.pinch->body, "ball");
  EXPECT_EQ(run.ending.pinch->against, "curtain");
  EXPECT_LT(run.speed, 15.0);
}

TEST(LightContact, OnlyContactsWithoutMovableWeightAreLight) {
  // Vertex 3 of an obstacle on a triangle with two pinned corners.
  Contact contact{.vertex = {VertexId(0), VertexId(1), VertexId(2), VertexId(3)},
                  .weight = {-0.5, -0.48, -0.02, 1.0},
                  .kind = StencilKind::vertex_triangle};
  const std::vector<double> pinned = {0.0, 0.0, 1.0, 0.0}, obstacle_yields = {0.0, 0.0, 1.0, 0.1},
                            free = {1.0, 1.0, 1.0, 0.0};
  EXPECT_TRUE(is_light_contact(contact, pinned));
  EXPECT_FALSE(is_light_contact(contact, obstacle_yields));
  EXPECT_FALSE(is_light_contact(contact, free));
  prescribe_light_contact(contact, pinned);
  EXPECT_EQ(inverse_mass(contact, pinned), 0.0);
  EXPECT_EQ(contact.weight[2], 0.0);
  EXPECT_NEAR(contact.weight[0] + contact.weight[1], -1.0, 1e-15);
  EXPECT_EQ(contact.weight[3], 1.0);
  EXPECT_FALSE(is_light_contact(contact, pinned)) << "nothing movable has a weight any more";
  contact.weight = {-0.4, -0.4, -0.2, 1.0};
  EXPECT_FALSE(is_light_contact(contact, pinned)) << "the triangle can swing about its pinned edge";
}

/// Resolves every collision by flinging its vertices away.
class Fling final : public Response {
 public:
  [[nodiscard]] std::string_view name() const override { return "fling"; }
  [[nodiscard]] ResponseReport resolve(CollisionView& step) override {
    const std::vector<Contact> contacts(step.contacts().begin(), step.contacts().end());
    for (const Contact& contact : contacts)
      for (const VertexId v : contact.vertex)
        if (step.is_movable(v)) step.velocity()[v.index()] = Vec3(0.0, 3000.0, 0.0);
    step.detect_again();
    return summarize_response(step, 1);
  }
};

// The certificate does not care how far vertices are flung. Only what a response returns shows it.
TEST(EnergyBound, ARunawayResponseIsRejectedInEveryStep) {
  constexpr std::string_view kFallingSheet = R"({
    "version": 1, "collision": { "repulsion": { "implicit_stiffness": 0 } },
    "bodies": [
      { "name": "sheet", "cloth": { "grid": [4, 4], "size": [0.3, 0.3] }, "fabric": "cotton",
        "place": { "translate": [0, 0.1, 0] }, "velocity": [0, -40, 0] },
      { "name": "floor", "obstacle": { "plane": { "size": [2, 2] } } } ] })";
  const Extremes sound = simulate(kFallingSheet, 3), flung = simulate(kFallingSheet, 3, {}, std::make_unique<Fling>());
  EXPECT_EQ(sound.rungs.retries, 0);
  EXPECT_GT(sound.rungs.response, 0) << "nothing collided";
  EXPECT_FALSE(flung.ending.divergence.has_value());
  EXPECT_GT(flung.rungs.retries, 0);
  EXPECT_GT(flung.rungs.stops, 0);
  EXPECT_EQ(flung.intersections, 0U);
  EXPECT_LT(flung.speed, 3.0 * sound.speed);
}

// Where nothing supplies energy, its rounding must not count as a gain.
TEST(EnergyBound, ClothAtRestWithoutGravityIsNotRetried) {
  constexpr std::string_view kFloatingSheet = R"({
    "version": 1, "forces": { "gravity": 0 },
    "bodies": [
      { "name": "sheet", "cloth": { "grid": [9, 9], "size": [0.3, 0.2] }, "fabric": "denim",
        "place": { "translate": [3, 2, 1], "rotate": [20, 30, 40] } } ] })";
  const Extremes run = simulate(kFloatingSheet, 2);
  EXPECT_EQ(run.rungs.retries, 0);
  EXPECT_LT(run.speed, 1e-6);
}

// The stable step of an explicit integrator was that of the start of each frame. Cloth that becomes stiffer as it
// stretches diverged in the frame, and halving steps eight times did not help.
TEST(ExplicitSteps, AreDividedWhereClothStiffens) {
  constexpr std::string_view kTornSheet = R"({
    "version": 1, "time": { "frame_rate": 6, "step": 0.0158 }, "integrator": "symplectic_euler",
    "bodies": [
      { "name": "sheet", "cloth": { "grid": { "vertices": [10, 5], "size": [14.6, 14.7], "diagonals": "forward" } },
        "fabric": { "areal_density": 0.0571, "stretch": 1.12, "shear": 18.6, "bending": 4.9e-8, "poisson": 0.378 },
        "pins": [ { "vertices": "right",
                    "motion": { "spin": { "axis": [-0.372, 0.118, 0.92], "rate": 522 } } } ] } ] })";
  const Extremes run = simulate(kTornSheet, 4);
  EXPECT_FALSE(run.ending.divergence.has_value());
  EXPECT_GT(run.substeps, run.steps);
  EXPECT_LT(run.speed, 1000.0);
}

TEST(ExplicitSteps, AFrameThatNeedsTooManyStopsAtOnce) {
  constexpr std::string_view kSteel = R"({
    "version": 1, "integrator": "symplectic_euler",
    "bodies": [
      { "name": "wire", "cable": { "cable": { "from": [0, 0, 0], "to": [0.1, 0, 0], "segments": 36 } },
        "material": "steel_wire", "pins": ["last"] } ] })";
  const Extremes run = simulate(kSteel, 1);
  ASSERT_TRUE(run.ending.divergence.has_value());
  EXPECT_EQ(run.ending.divergence->body, "wire");
  EXPECT_NE(run.ending.divergence->what.find("explicit integrator needs steps of"), std::string::npos);
  EXPECT_LT(run.ending.divergence->needed_step, SceneTime::kMinStep);
}

// The incomplete factor was indefinite for stiff bending and light vertices, and the step was not solved at all.
TEST(StiffBending, StepsAreSolvedWhereAPreconditionerBreaksDown) {
  constexpr std::string_view kStiffSheet = R"({
    "version": 1,
    "bodies": [
      { "name": "sheet", "cloth": { "grid": { "vertices": [9, 9], "size": [0.0772, 0.047], "diagonals": "forward" } },
        "fabric": { "areal_density": 0.0584, "stretch": 26.1, "shear": 2327, "bending": 0.0017, "poisson": 0.435,
                    "bending_damping": 0.047 },
        "bending_model": "hinges" } ] })";
  const Extremes run = simulate(kStiffSheet, 2);
  EXPECT_GT(run.steps, 0);
  EXPECT_EQ(run.unconverged, 0);
}

}  // namespace
}  // namespace muslin::conflicting_scripts_test
