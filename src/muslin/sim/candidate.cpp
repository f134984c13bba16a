#include <algorithm>
#include <cmath>
#include <muslin/core/disjoint_sets.hpp>
#include <muslin/core/stopwatch.hpp>
#include <muslin/sim/candidate.hpp>

namespace muslin {
namespace {

/// For each body, the first of the bodies that rigid groups connect it to, such as a button and its sheet.
std::vector<std::size_t> first_joined_body(const World& world) {
  DisjointSets sets(world.bodies.size());
  const auto body_of = [&](VertexId v) {
    std::size_t body = 0;
    while (v.index() >= world.bodies[body].first_vertex + world.bodies[body].vertex_count) ++body;
    return body;
  };
  for (const std::vector<VertexId>& group : world.rigid_groups) {
    if (!group.empty()) sets.join(body_of(group.front()), body_of(group.back()));
  }
  std::vector<std::size_t> first(world.bodies.size());
  for (std::size_t b = 0; b < first.size(); ++b) first[b] = sets.find(b);
  return first;
}

/// The change of a body's kinetic energy as a function of the share s of the filter's displacement that becomes
/// velocity:
///   ½ |v + s c|² - ½ |v|² = s gain + ½ s² squared,   in the metric of masses
struct FilterEnergyChange {
  double gain = 0.0, squared = 0.0;
  double lifted = 0.0;     ///< gravitational energy that the displacement has added to the body [J]
  bool is_driven = false;  ///< true if pins or scripts do work on the body

  /// Returns the largest share up to 1 for which the loss of kinetic energy compensates for the gain of gravitational
  /// energy. If there is none, returns the share that leaves the least kinetic energy.
  [[nodiscard]] double max_share_without_gain() const {
    if (is_driven || !(squared > 0.0)) return 1.0;
    const double root = std::sqrt(std::max(0.0, gain * gain - 2.0 * squared * std::max(0.0, lifted)));
    return std::clamp((root - gain) / squared, 0.0, 1.0);
  }
};

/// Computes the share of the filter's displacement of each body that may become velocity without a gain of energy [1].
/// The nearest positions within the limits are nearer to the start of the step, and gain none. However, lengths that
/// are corrected by more than their excess, or mixed with shape matching, do not end at the nearest positions.
std::vector<double> max_shares_without_gain(const World& world, double size, const State& state,
                                            std::span<const Vec3> start, std::span<const Vec3> filtered) {
  const std::vector<std::size_t> first = first_joined_body(world);
  std::vector<FilterEnergyChange> sums(world.bodies.size());
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    FilterEnergyChange& sum = sums[first[b]];
    const BodyRange& body = world.bodies[b];
    for (std::size_t i = body.first_vertex; i < body.first_vertex + body.vertex_count; ++i) {
      if (world.scripted[i] != 0 && state.position[i] != start[i]) sum.is_driven = true;
      if (filtered[i] == state.position[i]) continue;
      const Vec3 change = (filtered[i] - state.position[i]) / size;
      sum.gain += world.mass[i] * state.velocity[i].dot(change);
      sum.squared += world.mass[i] * change.squaredNorm();
      sum.lifted -= size * world.mass[i] * world.loads.gravity.dot(change);
    }
  }
  std::vector<double> shares;
  shares.reserve(first.size());
  for (const std::size_t f : first) shares.push_back(sums[f].max_share_without_gain());
  return shares;
}

/// Applies the filter at the end of a step. Its displacements belong to the step, so they change velocities too.
void filter_step(StretchFilter& filter, const World& world, double size, State& state, const std::vector<Vec3>& start,
                 CandidateReport& report) {
  const auto is_finite = [](const Vec3& x) { return x.allFinite(); };
  if (!std::all_of(state.position.begin(), state.position.end(), is_finite))
    return;  // the caller detects the divergence
  const Stopwatch watch;
  std::vector<Vec3> filtered = state.position;
  filter.set_warm_start(state.tension, size);
  if (const int iterations = filter.project(start, filtered).iterations; iterations > 0) {
    report.filter_iterations += iterations;
    filter.find_tension(size, state.tension);
    filter.set_warm_start(state.tension, size);  // for the projection after the response
  }
  const std::vector<double> shares = max_shares_without_gain(world, size, state, start, filtered);
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    const BodyRange& body = world.bodies[b];
    for (std::size_t i = body.first_vertex; i < body.first_vertex + body.vertex_count; ++i) {
      if (filtered[i] == state.position[i]) continue;
      state.velocity[i] += shares[b] * (filtered[i] - state.position[i]) / size;
      state.position[i] = filtered[i];
    }
  }
  report.filter_seconds += watch.seconds();
}

}  // namespace

Result<CandidateReport> integrate_candidate(System& system, Integrator& integrator, ScriptFollower& follower,
                                            StretchFilter* filter, TimeSpan span, int substeps,
                                            const SolveAccuracy& accuracy, State& state, std::vector<Vec3>& targets) {
  CandidateReport report;
  std::vector<Vec3> start;
  const double size = (span.end - span.begin) / substeps;
  for (int i = 0; i < substeps; ++i) {
    const TimeSpan part{span.begin + i * size, i + 1 == substeps ? span.end : span.begin + (i + 1) * size};
    // A vertex without mass counts as scripted but may have no script; it stays where it is.
    targets.assign(state.position.begin(), state.position.end());
    if (const Status status = follower.find_targets(part, state.position, state.script_delay, targets); !status)
      return status.error();
    if (filter != nullptr) start = state.position;
    report.integration += integrator.step(
        system, {.start = part.begin, .size = size, .scripted_position = targets, .accuracy = accuracy}, state);
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
