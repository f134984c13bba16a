#include <algorithm>
#include <cmath>
#include <muslin/sim/step_measures.hpp>

namespace muslin {

StepReport measure_step(const System& system, const State& state, const IntegrationReport& integration,
                        const TimeStep& step) {
  StepReport report;
  report.size = step.size;
  report.newton_steps = integration.newton_steps;
  report.solver_iterations = integration.solver_iterations;
  report.solver_residual = integration.solver_residual;
  report.solver_converged = integration.solver_converged;
  report.seconds.assembly = integration.assembly_seconds;
  report.seconds.solve = integration.solve_seconds;

  report.max_strain = system.max_strain();
  report.elastic_energy = system.elastic_energy();
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
  return report;
}

std::optional<Divergence> find_divergence(const Scene& scene, const World& world, const State& state,
                                          const State& before) {
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    const BodyRange range = world.bodies[b];
    for (std::size_t i = range.first_vertex; i < range.first_vertex + range.vertex_count; ++i) {
      if (state.position[i].allFinite() && state.velocity[i].allFinite()) continue;
      return Divergence{
          .body = scene.bodies[b].body.name,
          .vertex = VertexId(i - range.first_vertex),
          .last_position = before.position[i],
          .time = 0.0,
          .what = state.velocity[i].allFinite() ? "its position is not finite" : "its velocity is not finite"};
    }
  }
  return {};
}

}  // namespace muslin
