#pragma once
#include <muslin/dynamics/system.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/state.hpp>
#include <muslin/sim/step_report.hpp>
#include <optional>

namespace muslin {

/// Fills in what there is to say of the state that the system is evaluated at: strain, energies, momentum, reaction.
void measure_state(const System& system, const State& state, StepReport& report);

/// Likewise of limits on stretch and of rigid patches; nothing where there are none.
void measure_limits(StretchFilter& filter, const State& state, LimitReport& report);

/// Are all positions and velocities finite, and no movable vertex faster than tolerance::kDivergedSpeed?
[[nodiscard]] bool is_valid_state(const World& world, const State& state);

/// The first vertex that is not sound, if there is one; `before` tells where it was.
[[nodiscard]] std::optional<Divergence> find_divergence(const Scene& scene, const World& world, const State& state,
                                                        const State& before);

}  // namespace muslin
