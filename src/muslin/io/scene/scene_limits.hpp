#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/io/scene/scene_selection.hpp>

namespace muslin {

/// Reads the "stretch_limit" and the "patches" of a sheet into its body.
[[nodiscard]] Status read_limits(const SceneContext& context, const SceneNode& node, PlacedBody& placed);

}  // namespace muslin
