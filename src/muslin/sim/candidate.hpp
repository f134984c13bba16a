#pragma once
#include <muslin/dynamics/integrator.hpp>
#include <muslin/dynamics/system.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <muslin/sim/script_follower.hpp>
#include <muslin/sim/state.hpp>

namespace muslin {

/// The cost of computing the candidate of a step.
struct CandidateReport {
  IntegrationReport integration;
  int filter_iterations = 0;
  double filter_seconds = 0.0;
};

/// Computes the candidate of a step: forces move the movable vertices and scripts the others, without collisions,
/// within the limits of the filter (null: no limits). Advances `state` through `substeps` equal integrator steps over
/// `span`. The system is not evaluated at the end of the last one. `targets` is working memory with one entry per
/// vertex, and receives the scripted positions. An Error comes from the file of a motion.
[[nodiscard]] Result<CandidateReport> integrate_candidate(System& system, Integrator& integrator,
                                                          ScriptFollower& follower, StretchFilter* filter,
                                                          TimeSpan span, int substeps, const SolveAccuracy& accuracy,
                                                          State& state, std::vector<Vec3>& targets);

}  // namespace muslin
