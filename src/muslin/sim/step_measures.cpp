#include <algorithm>
#include <cmath>
#include <muslin/contact/impulse.hpp>
#include <muslin/core/tolerances/sim.hpp>
#include <muslin/sim/step_measures.hpp>

namespace muslin {
namespace {

bool is_too_fast(const World& world, const State& state, std::size_t i) {
  return world.scripted[i] == 0 && !(state.velocity[i].norm() <= tolerance::kDivergedSpeed);
}

bool is_valid_state(const World& world, const State& state, std::size_t i) {
  return state.position[i].allFinite() && state.velocity[i].allFinite() && !is_too_fast(world, state, i);
}

}  // namespace

void measure_state(const System& system, const State& state, StepReport& report) {
  double squared_speed = 0.0;
  for (std::size_t i = 0; i < state.position.size(); ++i) {
    const double mass = system.world().mass[i];
    if (system.scripted(i)) {
      if (mass > 0.0) report.reaction += mass * state.acceleration[i] - system.force_on(i);
      continue;
    }
    const double speed = state.velocity[i].squaredNorm();
    squared_speed = std::max(squared_speed, speed);
    report.kinetic_energy += 0.5 * mass * speed;
    report.gravity_energy -= mass * system.world().loads.gravity.dot(state.position[i]);
    report.momentum += mass * state.velocity[i];
  }
  report.max_speed = std::sqrt(squared_speed);
}

void measure_limits(StretchFilter& filter, const State& state, LimitReport& report) {
  if (filter.is_idle()) return;
  const FilterReport now = filter.inspect(state.position);
  report.strain = now.strain;
  report.over_limit = now.over_limit;
  report.worst.vertex = now.worst;
  if (now.worst.valid()) report.worst.place = state.position[now.worst.index()];
  const HybridPatches::Deviation deviation = filter.hybrid().deviation(state.position);
  report.shape_error = std::max(filter.patches().shape_error(state.position), deviation.largest);
  const HybridPatches::Matchings matchings = filter.take_matchings();
  report.matchings = matchings.mixed;
  report.dropped_matchings = matchings.dropped;
  if (deviation.vertices > 0)
    report.mean_squared_shape_error = deviation.squares / static_cast<double>(deviation.vertices);
}

double mean_sliding_speed(std::span<const Proximity> pairs, std::span<const Vec3> velocity) {
  if (pairs.empty()) return 0.0;
  double sum = 0.0;
  for (const Proximity& pair : pairs)
    sum += tangential(relative_velocity(pair.contact, velocity), pair.contact.normal).norm();
  return sum / static_cast<double>(pairs.size());
}

bool is_valid_state(const World& world, const State& state) {
  for (std::size_t i = 0; i < state.position.size(); ++i)
    if (!is_valid_state(world, state, i)) return false;
  return true;
}

std::optional<Divergence> find_divergence(const Scene& scene, const World& world, const State& state,
                                          const State& before) {
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    const BodyRange range = world.bodies[b];
    for (std::size_t i = range.first_vertex; i < range.first_vertex + range.vertex_count; ++i) {
      if (is_valid_state(world, state, i)) continue;
      return Divergence{.body = scene.bodies[b].body.name,
                        .vertex = VertexId(i - range.first_vertex),
                        .last_position = before.position[i],
                        .time = 0.0,
                        .what = !state.velocity[i].allFinite()   ? "its velocity is not finite"
                                : !state.position[i].allFinite() ? "its position is not finite"
                                                                 : "its speed exceeds every physical limit"};
    }
  }
  return {};
}

}  // namespace muslin
