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

/// Fills in strain, energies, momentum and reaction of the state that the system is evaluated at.
void measure_state(const System& system, const State& state, StepReport& report);

/// Fills in how well the state keeps the limits on stretch and the shapes of patches; nothing where there are none.
void measure_limits(StretchFilter& filter, const State& state, LimitReport& report);

/// The mean tangential relative speed of these pairs [m/s], each with the same weight; 0 without pairs. Pairs that
/// stick have 0, so friction shows here.
[[nodiscard]] double mean_sliding_speed(std::span<const Proximity> pairs, std::span<const Vec3> velocity);

/// Are all positions and velocities finite, and no movable vertex faster than tolerance::kDivergedSpeed?
[[nodiscard]] bool is_valid_state(const World& world, const State& state);

/// The first vertex of an invalid state, if there is one; its last position comes from `before`.
[[nodiscard]] std::optional<Divergence> find_divergence(const Scene& scene, const World& world, const State& state,
                                                        const State& before);

}  // namespace muslin
