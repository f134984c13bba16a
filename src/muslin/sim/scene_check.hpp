#pragma once
#include <muslin/core/result.hpp>
#include <muslin/sim/scene.hpp>

namespace muslin {

/// The front door of the simulation: whether a scene is one that can be simulated. Indices in range, scripts that do
/// not overlap, numbers finite and in their range. Inside, data is trusted.
[[nodiscard]] Status check_scene(const Scene& scene);

}  // namespace muslin
