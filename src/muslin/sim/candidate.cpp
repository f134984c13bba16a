#include <algorithm>
#include <muslin/core/stopwatch.hpp>
#include <muslin/sim/candidate.hpp>

namespace muslin {
namespace {

/// What the filter moves, it moves within the step: velocities follow.
void filter_step(StretchFilter& filter, double size, State& state, const std::vector<Vec3>& start,
                 CandidateReport& report) {
  const auto is_finite = [](const Vec3& x) { return x.allFinite(); };
  if (!std::all_of(state.position.begin(), state.position.end(), is_finite)) return;  // the caller will see
  const Stopwatch watch;
  std::vector<Vec3> filtered = state.position;
  report.filter_iterations += filter.project(start, filtered).iterations;
  for (std::size_t i = 0; i < filtered.size(); ++i) {
    if (filtered[i] == state.position[i]) continue;
    state.velocity[i] += (filtered[i] - state.position[i]) / size;
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
    if (filter != nullptr) filter_step(*filter, size, state, start, report);
    if (i + 1 == substeps) break;
    Stopwatch watch;
    system.evaluate(state.position, state.velocity, part.end);
    system.flow();
    report.integration.assembly_seconds += watch.seconds();
  }
  return report;
}

}  // namespace muslin
