#pragma once
#include <muslin/dynamics/integrator.hpp>
#include <muslin/dynamics/system.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <muslin/sim/script_follower.hpp>
#include <muslin/sim/state.hpp>

namespace muslin {

/// What the first phase of a step cost.
struct CandidateReport {
  IntegrationReport integration;
  int filter_iterations = 0;
  double filter_seconds = 0.0;
};

/// The first phase of a step: where the forces take the movable vertices and the scripts the others, as if nothing
/// could collide, within the limits of the filter (null: none). Leads `state` through `substeps` equal steps of the
/// integrator over `span`; the system is not evaluated at the last one. `targets` is memory, one per vertex: where the
/// scripts took their vertices. `tolerance_factor`: see TimeStep. The Error is one of a motion's file.
[[nodiscard]] Result<CandidateReport> integrate_candidate(System& system, Integrator& integrator,
                                                          ScriptFollower& follower, StretchFilter* filter,
                                                          TimeSpan span, int substeps, double tolerance_factor,
                                                          State& state, std::vector<Vec3>& targets);

}  // namespace muslin
