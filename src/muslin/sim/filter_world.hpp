#pragma once
#include <muslin/core/result.hpp>
#include <muslin/filter/stretch_filter.hpp>
#include <muslin/model/world.hpp>
#include <muslin/sim/scene.hpp>

namespace muslin {

/// Makes the filter with the limits on stretch and the rigid patches of all bodies of a scene.
[[nodiscard]] StretchFilter make_stretch_filter(const Scene& scene, const World& world);

/// Marks the vertices of the bodies whose stretch the filter limits; empty if there are none.
[[nodiscard]] std::vector<std::uint8_t> limited_vertices(const Scene& scene, const World& world);

/// Returns an Error for patches that share a vertex, are pinned or do not fit their mesh, and for limits that apply to
/// no yarn or triangle.
[[nodiscard]] Status check_limits(const SceneBody& body, const std::string& where);

}  // namespace muslin
