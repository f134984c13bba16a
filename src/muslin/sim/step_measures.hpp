#pragma once
#include <muslin/detect/proximity.hpp>
#include <muslin/dynamics/system.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/state.hpp>
#include <muslin/sim/step_report.hpp>
#include <optional>
#include <span>

namespace muslin {

/// Reports energies, momentum, speed and reaction of the state at which the system is evaluated, but for the elastic
/// energy.
void measure_state(const System& system, const State& state, StepReport& report);

/// Reports how well the state satisfies the limits on stretch and the shapes of patches; writes nothing if there are
/// none.
void measure_limits(StretchFilter& filter, const State& state, LimitReport& report);

/// Mean tangential relative speed of these pairs, all with the same weight [m/s]; 0 without pairs. Sticking pairs have
/// 0, so this value shows the effect of friction.
[[nodiscard]] double mean_sliding_speed(std::span<const Proximity> pairs, std::span<const Vec3> velocity);

/// Returns true if all positions and velocities are finite and no movable vertex is faster than
/// tolerance::kDivergedSpeed.
[[nodiscard]] bool is_valid_state(const World& world, const State& state);

/// Finds the first vertex that makes a state invalid, if there is one. Its last position comes from `before`.
[[nodiscard]] std::optional<Divergence> find_divergence(const Scene& scene, const World& world, const State& state,
                                                        const State& before);

}  // namespace muslin
