#include <algorithm>
#include <cmath>
#include <muslin/core/stopwatch.hpp>
#include <muslin/dynamics/integrator.hpp>
#include <muslin/dynamics/system.hpp>
#include <muslin/sim/scene_check.hpp>
#include <muslin/sim/scripts.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/step_measures.hpp>

namespace muslin {
namespace {

/// Steps that make up a frame, none longer than asked.
int steps_per_frame(double frame_time, double longest_step) {
  constexpr double kMostSteps = 1e7;  // beyond that a frame would take days
  const double steps = std::ceil(frame_time / longest_step * (1.0 - 1e-12));
  return static_cast<int>(std::clamp(std::isfinite(steps) ? steps : kMostSteps, 1.0, kMostSteps));
}

std::vector<WorldBody> world_bodies(const Scene& scene) {
  std::vector<WorldBody> bodies;
  for (const SceneBody& scene_body : scene.bodies) {
    WorldBody body{.body = &scene_body.body, .scripted = {}};
    for (const Script& script : scene_body.scripts)
      body.scripted.insert(body.scripted.end(), script.vertices.begin(), script.vertices.end());
    bodies.push_back(std::move(body));
  }
  return bodies;
}

State start_state(const Scene& scene, const World& world) {
  State state;
  for (const SceneBody& body : scene.bodies) {
    const std::vector<Vec3>& positions = body.body.mesh.positions;
    state.position.insert(state.position.end(), positions.begin(), positions.end());
    state.velocity.insert(state.velocity.end(), positions.size(), body.body.velocity);
  }
  for (std::size_t i = 0; i < world.vertex_count(); ++i)
    if (world.scripted[i] != 0) state.velocity[i].setZero();
  state.acceleration.assign(state.position.size(), Vec3::Zero());
  state.hinges = world.shell_bending.state();
  return state;
}

}  // namespace

/// Stays in one place while the simulator is moved: the system refers to the world.
struct Simulator::Parts {
  Parts(Scene the_scene, World the_world)
      : scene(std::move(the_scene)),
        world(std::move(the_world)),
        system(world),
        scripts(scene, world.bodies),
        integrator(make_integrator(scene.integrator)),
        state(start_state(scene, world)),
        scripted_position(state.position) {}

  [[nodiscard]] double time() const { return static_cast<double>(state.frame) / scene.time.frame_rate; }
  void evaluate() { system.evaluate(state.position, state.velocity, time()); }

  /// Goes back to a state, bit for bit.
  void take(State saved) {
    state = std::move(saved);
    world.shell_bending.set_state(state.hinges);
    evaluate();
  }

  Scene scene;
  World world;
  System system;
  Scripts scripts;
  std::unique_ptr<Integrator> integrator;
  State state;
  std::vector<Vec3> scripted_position;  ///< at the end of the step
};

Simulator::Simulator(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;
Simulator::~Simulator() = default;

Result<Simulator> Simulator::create(Scene scene) {
  if (const Status status = check_scene(scene); !status) return status.error();
  Result<World> world = make_world(world_bodies(scene), scene.ties, scene.loads);
  if (!world) return world.error();
  auto parts = std::make_unique<Parts>(std::move(scene), std::move(*world));
  // A script need not begin where the mesh stands.
  if (const Status status = parts->scripts.evaluate(0.0, parts->state.position); !status) return status.error();
  parts->evaluate();
  return Simulator(std::move(parts));
}

const Scene& Simulator::scene() const { return parts_->scene; }
const State& Simulator::state() const { return parts_->state; }
BodyRange Simulator::range(std::size_t body) const { return parts_->world.bodies[body]; }

bool Simulator::restore(State state) {
  const State& mine = parts_->state;
  if (state.position.size() != mine.position.size() || state.velocity.size() != mine.position.size() ||
      state.acceleration.size() != mine.position.size() ||
      state.hinges.rest_angles.size() != mine.hinges.rest_angles.size() ||
      state.hinges.plastic_angles.size() != mine.hinges.plastic_angles.size())
    return false;
  parts_->take(std::move(state));
  return true;
}

Result<FrameOutcome> Simulator::advance(const std::function<bool(const StepReport&)>& on_step) {
  Parts& p = *parts_;
  const State before = p.state;
  const double frame_time = 1.0 / p.scene.time.frame_rate;
  const int steps = steps_per_frame(frame_time, std::min(p.scene.time.step, p.integrator->longest_step(p.system)));
  const auto time_at = [&](int step) {
    return (static_cast<double>(before.frame) + static_cast<double>(step) / steps) / p.scene.time.frame_rate;
  };

  for (int step = 1; step <= steps; ++step) {
    Stopwatch watch;
    const Status scripted = p.scripts.evaluate(time_at(step), p.scripted_position);
    if (!scripted) {
      p.take(before);
      return scripted.error();
    }
    const TimeStep time_step{
        .start = time_at(step - 1), .size = frame_time / steps, .scripted_position = p.scripted_position};
    const IntegrationReport integration = p.integrator->step(p.system, time_step, p.state);
    ++p.state.steps;
    if (std::optional<Divergence> divergence = find_divergence(p.scene, p.world, p.state, before)) {
      divergence->time = time_at(step);
      p.take(before);
      return FrameOutcome{.stopped = false, .divergence = std::move(divergence)};
    }
    p.system.flow();

    StepReport report = measure_step(p.system, p.state, integration, time_step);
    report.frame = before.frame + 1;
    report.step = step;
    report.time = time_at(step);
    report.seconds.rest = std::max(0.0, watch.seconds() - report.seconds.assembly - report.seconds.solve);
    if (on_step && !on_step(report)) {
      p.take(before);
      return FrameOutcome{.stopped = true, .divergence = {}};
    }
  }
  ++p.state.frame;
  p.state.hinges = p.world.shell_bending.state();
  return FrameOutcome{};
}

}  // namespace muslin
