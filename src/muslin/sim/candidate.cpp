#include <algorithm>
#include <muslin/core/stopwatch.hpp>
#include <muslin/sim/candidate.hpp>

namespace muslin {
namespace {

/// How much of what the filter did may become velocity [1], so that kinetic energy does not grow. The nearest positions
/// that keep the limits are nearer to where the step began; but lengths that are corrected by more than they exceed
/// their limit, or mixed with shape matching, do not end up in the nearest ones. All of it where pins or scripts move,
/// which do work on what they hold.
double share_without_gain(const World& world, double size, const State& state, std::span<const Vec3> start,
                          std::span<const Vec3> filtered) {
  double gain = 0.0, squared = 0.0;  // |v + s c|² - |v|² = 2 s gain + s² squared, in the metric of masses
  for (const BodyRange& body : world.bodies) {
    bool is_filtered = false, is_led = false;
    for (std::size_t i = body.first_vertex; i < body.first_vertex + body.vertex_count; ++i) {
      if (world.scripted[i] != 0) is_led = is_led || state.position[i] != start[i];
      if (filtered[i] == state.position[i]) continue;
      is_filtered = true;
      const Vec3 change = (filtered[i] - state.position[i]) / size;
      gain += world.mass[i] * state.velocity[i].dot(change);
      squared += world.mass[i] * change.squaredNorm();
    }
    if (is_filtered && is_led) return 1.0;
  }
  return squared > 0.0 ? std::clamp(-2.0 * gain / squared, 0.0, 1.0) : 1.0;
}

/// What the filter moves, it moves within the step: velocities follow.
void filter_step(StretchFilter& filter, const World& world, double size, State& state, const std::vector<Vec3>& start,
                 CandidateReport& report) {
  const auto is_finite = [](const Vec3& x) { return x.allFinite(); };
  if (!std::all_of(state.position.begin(), state.position.end(), is_finite)) return;  // the caller will see
  const Stopwatch watch;
  std::vector<Vec3> filtered = state.position;
  report.filter_iterations += filter.project(start, filtered).iterations;
  const double share = share_without_gain(world, size, state, start, filtered);
  for (std::size_t i = 0; i < filtered.size(); ++i) {
    if (filtered[i] == state.position[i]) continue;
    state.velocity[i] += share * (filtered[i] - state.position[i]) / size;
    state.position[i] = filtered[i];
  }
  report.filter_seconds += watch.seconds();
}

}  // namespace

Result<CandidateReport> integrate_candidate(System& system, Integrator& integrator, ScriptFollower& follower,
                                            StretchFilter* filter, TimeSpan span, int substeps, double tolerance_factor,
                                            State& state, std::vector<Vec3>& targets) {
  CandidateReport report;
  std::vector<Vec3> start;
  const double size = (span.end - span.begin) / substeps;
  for (int i = 0; i < substeps; ++i) {
    const TimeSpan part{span.begin + i * size, i + 1 == substeps ? span.end : span.begin + (i + 1) * size};
    targets.resize(state.position.size());
    if (const Status status = follower.aim(part, state.position, state.script_delay, targets); !status)
      return status.error();
    if (filter != nullptr) start = state.position;
    report.integration += integrator.step(
        system, {.start = part.begin, .size = size, .scripted_position = targets, .tolerance_factor = tolerance_factor},
        state);
    if (filter != nullptr) filter_step(*filter, system.world(), size, state, start, report);
    if (i + 1 == substeps) break;
    Stopwatch watch;
    system.evaluate(state.position, state.velocity, part.end);
    system.flow();
    report.integration.assembly_seconds += watch.seconds();
  }
  return report;
}

}  // namespace muslin
