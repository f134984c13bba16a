#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <muslin/model/world.hpp>
#include <tests/support/random.hpp>
#include <tests/support/scenes.hpp>

namespace muslin::test {
namespace {

void pin(SceneBody& body, std::vector<VertexId> vertices) {
  if (!vertices.empty()) body.scripts.push_back({.vertices = std::move(vertices), .motion = nullptr});
}

}  // namespace

SceneBody sheet(int n, double size, std::vector<VertexId> pinned) {
  SceneBody body;
  body.body.name = "sheet";
  body.body.mesh = make_grid({.vertices = {n, n}, .size = Vec2(size, size)}).value();
  pin(body, std::move(pinned));
  return body;
}

SceneBody cable(int segments, std::vector<VertexId> pinned) {
  SceneBody body;
  body.body.name = "cable";
  body.body.kind = BodyKind::cable;
  body.body.mesh = make_cable({.segments = segments}).value();
  pin(body, std::move(pinned));
  return body;
}

Scene scene_of(SceneBody body, double step, IntegratorMethod method) {
  Scene scene;
  scene.time = {.frame_rate = 1.0 / step, .start_frame = 0, .frames = 1000, .step = 1.0};
  scene.integrator.method = method;
  scene.integrator.cfl = 1000.0;  // the tests choose the step
  scene.loads.air_density = 0.0;
  scene.bodies.push_back(std::move(body));
  return scene;
}

void perturb(SceneBody& body, double amount, std::uint64_t seed) {
  Random random(seed);
  std::vector<bool> pinned(body.body.mesh.positions.size(), false);
  for (const Script& script : body.scripts)
    for (const VertexId v : script.vertices) pinned[v.index()] = true;
  for (std::size_t i = 0; i < pinned.size(); ++i) {
    const Vec3 shift = random.in_box(amount);
    if (!pinned[i]) body.body.mesh.positions[i] += shift;
  }
}

Simulator simulator_of(Scene scene) {
  // These scenes are sound by construction, and some tests make hundreds of them.
  Result<Simulator> simulator = Simulator::create(std::move(scene), {.audit_start = false});
  if (!simulator) ADD_FAILURE() << simulator.error().message();
  return std::move(simulator).value();
}

StepReport advance(Simulator& simulator, int frames) {
  StepReport last;
  for (int frame = 0; frame < frames; ++frame) {
    const Result<FrameOutcome> outcome = simulator.advance([&](const StepReport& report) {
      last = report;
      return true;
    });
    EXPECT_TRUE(outcome.has_value());
    if (outcome) {
      EXPECT_FALSE(outcome->divergence.has_value()) << "frame " << frame;
    }
  }
  return last;
}

Momenta momenta(const Simulator& simulator) {
  const SceneBody& body = simulator.scene().bodies.front();
  const WorldBody part{.body = &body.body, .scripted = {}};
  const World world = make_world(std::span(&part, 1), {}, simulator.scene().loads).value();
  const State& state = simulator.state();
  Momenta sum;
  for (std::size_t i = 0; i < world.mass.size(); ++i) {
    const Vec3 p = world.mass[i] * state.velocity[i];
    sum.linear += p;
    sum.linear_scale += p.norm();
    sum.angular += state.position[i].cross(p);
    sum.angular_scale += state.position[i].norm() * p.norm();
  }
  return sum;
}

}  // namespace muslin::test
