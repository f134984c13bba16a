#pragma once
#include <muslin/dynamics/integrator.hpp>
#include <muslin/dynamics/system.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/state.hpp>
#include <muslin/sim/step_report.hpp>
#include <optional>

namespace muslin {

/// What there is to say of a step whose result the system is evaluated at. Place in the frame and the time of the rest
/// are left to the caller.
[[nodiscard]] StepReport measure_step(const System& system, const State& state, const IntegrationReport& integration,
                                      const TimeStep& step);

/// The first vertex whose position or velocity is not finite, if there is one; `before` tells where it was.
[[nodiscard]] std::optional<Divergence> find_divergence(const Scene& scene, const World& world, const State& state,
                                                        const State& before);

}  // namespace muslin
