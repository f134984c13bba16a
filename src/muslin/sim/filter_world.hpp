#pragma once
#include <muslin/core/result.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <muslin/model/world.hpp>
#include <muslin/sim/scene.hpp>

namespace muslin {

/// The limits on stretch of all bodies of a scene, and their rigid patches.
[[nodiscard]] StretchFilter make_stretch_filter(const Scene& scene, const World& world);

/// Errors: patches that share a vertex, are pinned, or ask for what their mesh does not have; limits that no thread or
/// triangle keeps.
[[nodiscard]] Status check_limits(const SceneBody& body, const std::string& where);

}  // namespace muslin
