#include <algorithm>
#include <cmath>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/detect/outranked_release.hpp>
#include <muslin/dynamics/system.hpp>
#include <muslin/sim/certified_step.hpp>
#include <muslin/sim/collision_interval.hpp>
#include <muslin/sim/collision_world.hpp>
#include <muslin/sim/scene_check.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/start_audit.hpp>
#include <muslin/sim/step_measures.hpp>
#include <muslin/sim/travel_limit.hpp>
#include <muslin/sim/untangle/tangle_world.hpp>

#include <fmt/format.h>

namespace muslin {
namespace {

constexpr std::size_t kMaxListedPairs = 3;  ///< for a start that is refused

/// Length of a step that has been halved `max_halvings` times [parts]. Only steps that stretch cloth become shorter.
constexpr std::int64_t kShortestInterval = std::int64_t{1} << tolerance::kStretchHalvings;

constexpr double kMaxStepsPerFrame = 1e7;  ///< with more steps a frame would take days

/// Number of steps per frame for which no step is longer than the scene and the integrator allow. It may exceed
/// kMaxStepsPerFrame, or be infinite.
double steps_per_frame(double frame_time, double max_step_size) {
  return std::max(1.0, std::ceil(frame_time / max_step_size * (1.0 - tolerance::kStepCountRounding)));
}

/// The means by which the steps of a frame go on where a shortest step has failed. All are forgotten at its end, so
/// that a run that is resumed there takes the same steps.
class Effort {
 public:
  explicit Effort(const CertifiedStep& step, double max_strain) : step_(step), stretch_(1.0 + max_strain) {}

  [[nodiscard]] std::int64_t refinement() const { return refinement_; }  ///< parts of each integrator step
  [[nodiscard]] Caution caution() const { return caution_; }

  /// Tries harder after a shortest step has failed. Returns false if nothing is left to try.
  [[nodiscard]] bool increase() {
    if (!step_.is_implicit() && refinement_ < tolerance::kMaxExplicitRefinement) {
      refinement_ *= tolerance::kExplicitRefinementFactor;
      return true;
    }
    if (caution_ == Caution::no_response) return false;
    caution_ = caution_ == Caution::none ? Caution::no_springs : Caution::no_response;
    return true;
  }
  /// Notes that a step was taken. `step_size` is that of the integrator without refinement [s]. Cloth may become
  /// stiffer as it stretches, and then needs shorter explicit steps.
  void note_success(double max_strain, double step_size) {
    caution_ = Caution::none;
    if (step_.is_implicit() || 1.0 + max_strain <= tolerance::kExplicitStretchGrowth * stretch_) return;
    stretch_ = 1.0 + max_strain;
    const double ratio = step_size / step_.max_step_size();
    if (ratio <= tolerance::kMaxExplicitStepRatio * static_cast<double>(refinement_)) return;
    refinement_ = static_cast<std::int64_t>(
        std::clamp(std::ceil(ratio), 1.0, static_cast<double>(tolerance::kMaxExplicitRefinement)));
  }

 private:
  const CertifiedStep& step_;
  double stretch_;  ///< largest stretch for which the step size was determined [1]
  std::int64_t refinement_ = 1;
  Caution caution_ = Caution::none;
};

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
  state.position = start_positions(scene);
  for (const SceneBody& body : scene.bodies)
    state.velocity.insert(state.velocity.end(), body.body.mesh.positions.size(), body.body.velocity);
  for (std::size_t i = 0; i < world.vertex_count(); ++i)
    if (world.scripted[i] != 0) state.velocity[i].setZero();
  state.acceleration.assign(state.position.size(), Vec3::Zero());
  state.hinges = world.shell_bending.state();
  return state;
}

/// Makes the rule for the lengths of collision intervals, for steps of this size [s].
IntervalRule interval_rule(const Scene& scene, double step) {
  const double interval = scene.collision.interval > 0.0 ? scene.collision.interval : scene.time.step;
  const double steps = std::floor(interval / step * (1.0 + tolerance::kIntervalRounding));
  IntervalRule rule;
  rule.parts_per_step = std::int64_t{1} << (scene.collision.max_halvings + tolerance::kStretchHalvings);
  rule.longest =
      rule.parts_per_step * static_cast<std::int64_t>(std::clamp(steps, 1.0, double(scene.collision.max_substeps)));
  return rule;
}

}  // namespace

/// The parts of a simulator. They keep their address when the simulator is moved, because the system refers to the
/// world.
struct Simulator::Parts {
  Parts(Scene the_scene, World the_world, std::unique_ptr<Response> response)
      : scene(std::move(the_scene)),
        world(std::move(the_world)),
        system(world),
        step(scene, system, std::move(response)),
        travel(scene, world),
        state(start_state(scene, world)) {
    state.script_delay.assign(step.script_count(), 0.0);
    state.tension.assign(step.limited_length_count(), 0.0);
  }

  [[nodiscard]] double time() const { return static_cast<double>(state.frame) / scene.time.frame_rate; }

  /// Restores a state, bit for bit.
  [[nodiscard]] Status take(State saved) {
    state = std::move(saved);
    return step.begin_at(state, time());
  }

  /// Abandons the frame.
  template <class What>
  [[nodiscard]] Result<FrameOutcome> give_up(const State& before, What&& what) {
    if (const Status status = take(before); !status) return status.error();
    FrameOutcome outcome;
    what(outcome);
    return outcome;
  }

  [[nodiscard]] Divergence divergence(const StepPlan& plan) const {
    Divergence result = *find_divergence(scene, world, step.failed_candidate(), state);
    result.time = plan.span.end;
    return result;
  }

  /// The stop of an explicit integrator that needs too many steps.
  [[nodiscard]] Divergence hopeless_frame(double steps) const {
    const VertexId v = step.stiffest_vertex();
    Divergence result{
        .body = {},
        .vertex = {},
        .last_position = Vec3::Zero(),
        .time = time(),
        .what = fmt::format("an explicit integrator needs steps of {:.2g} s there, {:.2g} of them for one "
                            "frame",
                            1.0 / (scene.time.frame_rate * steps), steps),
        .needed_step = 1.0 / (scene.time.frame_rate * steps)};
    for (std::size_t b = 0; b < world.bodies.size(); ++b) {
      const BodyRange range = world.bodies[b];
      if (!v.valid() || v.index() < range.first_vertex || v.index() >= range.first_vertex + range.vertex_count)
        continue;
      result.body = scene.bodies[b].body.name;
      result.vertex = VertexId(v.index() - range.first_vertex);
      result.last_position = state.position[v.index()];
    }
    return result;
  }

  /// Returns the pinch if a vertex lags too far behind its script.
  [[nodiscard]] std::optional<Pinch> pinch(const StepReport& report) const {
    const Lag& lag = report.collision.lag;
    if (scene.collision.pinch != PinchPolicy::stop || !(lag.length > scene.collision.max_lag)) return {};
    const auto name = [&](std::int32_t body) {
      return body < 0 ? std::string() : scene.bodies[static_cast<std::size_t>(body)].body.name;
    };
    const BodyRange range = world.bodies[static_cast<std::size_t>(lag.body)];
    return Pinch{.body = name(lag.body),
                 .against = name(lag.against),
                 .vertex = VertexId(lag.vertex.index() - range.first_vertex),
                 .place = lag.place,
                 .lag = lag.length,
                 .time = report.time};
  }

  /// Returns the length of the next interval [parts]: that of the rule, or less where something would travel too far.
  template <class TimeAt>
  [[nodiscard]] Result<std::int64_t> interval_length(const IntervalRule& rule, std::int64_t part, std::int64_t parts,
                                                     const TimeAt& time_at) {
    std::int64_t length = next_interval(rule, state.interval, part, parts);
    if (length > rule.parts_per_step && !travel.allows_substeps(time_at(part + length) - time_at(part), state))
      length = rule.parts_per_step;
    while (length > 1 && !travel.allows_bodies(time_at(part + length) - time_at(part), state))
      length = length > rule.parts_per_step ? rule.parts_per_step : length / 2;
    while (length > kShortestInterval) {  // shorter ones are for steps that stretch cloth
      const auto allowed = travel.allows_obstacles({time_at(part), time_at(part + length)}, state);
      if (!allowed) return allowed.error();
      if (*allowed) break;
      length = length > rule.parts_per_step ? rule.parts_per_step : length / 2;
    }
    return length;
  }

  /// Returns the longest step of a frame for which the shortest intervals take nothing too far [s].
  [[nodiscard]] Result<double> max_step_size(TimeSpan frame) {
    const double wanted = std::min(scene.time.step, step.max_step_size());
    const auto longest = travel.max_interval(frame, state);
    if (!longest) return longest.error();
    return std::clamp(std::ldexp(*longest, scene.collision.max_halvings), wanted / tolerance::kMaxTravelRefinement,
                      wanted);
  }

  /// Guards again what was tangled at the start and has come apart, and what is pinched no longer.
  void release_exemptions() {
    const Exemptions exemptions = exemptions_of(scene, state);
    if (exemptions.empty()) return;
    const TangleMesh mesh = make_tangle_mesh(scene);
    release_separated(mesh, state.position, state.tangle);
    if (!state.min_priority.empty()) state.min_priority = release_outranked(mesh, state.position, exemptions);
    step.set_exemptions(state);
  }

  Scene scene;
  World world;
  System system;
  CertifiedStep step;
  TravelLimit travel;
  State state;
};

Simulator::Simulator(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;
Simulator::~Simulator() = default;

Result<Simulator> Simulator::create(Scene scene, SimulatorOptions options) {
  if (const Status status = check_scene(scene); !status) return status.error();
  Result<World> world = make_world(world_bodies(scene), scene.ties, scene.loads);
  if (!world) return world.error();
  auto parts = std::make_unique<Parts>(std::move(scene), std::move(*world), std::move(options.response));
  // A script need not begin at the positions of the mesh.
  Scripts scripts(parts->scene, parts->world.bodies);
  if (const Status status = scripts.evaluate(0.0, {}, parts->state.position); !status) return status.error();
  if (const Status status = parts->step.begin_at(parts->state, 0.0); !status) return status.error();
  Simulator simulator(std::move(parts));
  if (options.audit_start)
    if (const auto report = prepare_start(simulator, kMaxListedPairs); !report) return report.error();
  return simulator;
}

const Scene& Simulator::scene() const { return parts_->scene; }
const State& Simulator::state() const { return parts_->state; }
const FrameContacts* Simulator::contacts() const { return parts_->step.contacts(); }
BodyRange Simulator::range(std::size_t body) const { return parts_->world.bodies[body]; }

bool Simulator::restore(State state) {
  const State& mine = parts_->state;
  if (state.position.size() != mine.position.size() || state.velocity.size() != mine.position.size() ||
      state.acceleration.size() != mine.position.size() || state.script_delay.size() != mine.script_delay.size() ||
      state.hinges.rest_angles.size() != mine.hinges.rest_angles.size() ||
      state.hinges.plastic_angles.size() != mine.hinges.plastic_angles.size() ||
      state.tension.size() != mine.tension.size() ||
      (!state.tangle.empty() && state.tangle.size() != mine.position.size()) ||
      (!state.min_priority.empty() && state.min_priority.size() != mine.position.size()))
    return false;
  return static_cast<bool>(parts_->take(std::move(state)));
}

Result<FrameOutcome> Simulator::advance(const std::function<bool(const StepReport&)>& on_step) {
  Parts& p = *parts_;
  const State before = p.state;
  const double frame_time = 1.0 / p.scene.time.frame_rate;
  const auto max_step_size = p.max_step_size({p.time(), p.time() + frame_time});
  if (!max_step_size) return max_step_size.error();
  const double wanted_steps = steps_per_frame(frame_time, *max_step_size);
  if (!(wanted_steps <= kMaxStepsPerFrame) && !p.step.is_implicit())
    return p.give_up(before, [&](FrameOutcome& o) { o.divergence = p.hopeless_frame(wanted_steps); });
  const int steps = static_cast<int>(std::min(wanted_steps, kMaxStepsPerFrame));
  const IntervalRule rule = interval_rule(p.scene, frame_time / steps);
  const std::int64_t parts = steps * rule.parts_per_step;
  const auto time_at = [&](std::int64_t part) {
    return (static_cast<double>(before.frame) + static_cast<double>(part) / static_cast<double>(parts)) /
           p.scene.time.frame_rate;
  };

  Effort effort(p.step, p.system.max_strain());
  p.step.begin_frame();
  int step = 0;
  for (std::int64_t part = 0; part < parts;) {
    const auto next = p.interval_length(rule, part, parts, time_at);
    if (!next) {
      static_cast<void>(p.take(before));
      return next.error();
    }
    const std::int64_t length = *next;
    const StepPlan plan{
        .span = {time_at(part), time_at(part + length)},
        .substeps = static_cast<int>(std::max<std::int64_t>(1, length / rule.parts_per_step) * effort.refinement()),
        .shortest = length <= kShortestInterval,
        .finest = length == 1,
        .caution = effort.caution()};
    StepReport report;
    const auto outcome = p.step.take(plan, p.state, report);
    if (!outcome) {
      static_cast<void>(p.take(before));
      return outcome.error();
    }
    if (*outcome == CertifiedStep::Outcome::outranked) continue;
    if (*outcome != CertifiedStep::Outcome::taken) {
      if (!plan.shortest || *outcome == CertifiedStep::Outcome::hasty)
        record_failure(rule, length, p.state.interval);
      else if (!effort.increase())
        return p.give_up(before, [&](FrameOutcome& o) { o.divergence = p.divergence(plan); });
      continue;
    }
    effort.note_success(report.max_strain, frame_time / steps);
    // A step that was certified only by stopping vertices is no reason to try a longer one.
    if (report.collision.rungs.stops == 0 || length < kShortestInterval) record_success(rule, length, p.state.interval);
    part += length;

    report.frame = before.frame + 1;
    report.step = ++step;
    report.time = plan.span.end;
    if (const auto pinch = p.pinch(report)) return p.give_up(before, [&](FrameOutcome& o) { o.pinch = pinch; });
    if (on_step && !on_step(report)) return p.give_up(before, [](FrameOutcome& o) { o.stopped = true; });
  }
  ++p.state.frame;
  p.step.finish_frame(p.state);
  p.release_exemptions();
  return FrameOutcome{};
}

}  // namespace muslin
