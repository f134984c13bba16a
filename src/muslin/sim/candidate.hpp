#pragma once
#include <muslin/dynamics/integrator.hpp>
#include <muslin/dynamics/system.hpp>
#include <muslin/sim/script_follower.hpp>
#include <muslin/sim/state.hpp>

namespace muslin {

/// The first phase of a step: where the forces take the movable vertices and the scripts the others, as if nothing
/// could collide. Leads `state` through `substeps` equal steps of the integrator over `span`; the system is not
/// evaluated at the last one. `targets` is memory, one per vertex: where the scripts took their vertices.
/// `tolerance_factor`: see TimeStep. The Error is one of a motion's file.
[[nodiscard]] Result<IntegrationReport> integrate_candidate(System& system, Integrator& integrator,
                                                            ScriptFollower& follower, TimeSpan span, int substeps,
                                                            double tolerance_factor, State& state,
                                                            std::vector<Vec3>& targets);

}  // namespace muslin
