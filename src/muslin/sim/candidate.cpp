#include <muslin/core/stopwatch.hpp>
#include <muslin/sim/candidate.hpp>

namespace muslin {

Result<IntegrationReport> integrate_candidate(System& system, Integrator& integrator, ScriptFollower& follower,
                                              TimeSpan span, int substeps, double tolerance_factor, State& state,
                                              std::vector<Vec3>& targets) {
  IntegrationReport report;
  const double size = (span.end - span.begin) / substeps;
  for (int i = 0; i < substeps; ++i) {
    const TimeSpan part{span.begin + i * size, i + 1 == substeps ? span.end : span.begin + (i + 1) * size};
    targets.resize(state.position.size());
    if (const Status status = follower.aim(part, state.position, state.script_delay, targets); !status)
      return status.error();
    report += integrator.step(
        system, {.start = part.begin, .size = size, .scripted_position = targets, .tolerance_factor = tolerance_factor},
        state);
    if (i + 1 == substeps) break;
    Stopwatch watch;
    system.evaluate(state.position, state.velocity, part.end);
    system.flow();
    report.assembly_seconds += watch.seconds();
  }
  return report;
}

}  // namespace muslin
