#pragma once
#include <muslin/core/result.hpp>
#include <muslin/sim/scene.hpp>

namespace muslin {

/// Checks whether a scene can be simulated: indices are in range, scripts do not overlap, and numbers are finite and in
/// their range. All later stages trust this check.
[[nodiscard]] Status check_scene(const Scene& scene);

}  // namespace muslin
