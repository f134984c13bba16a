#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/model/material.hpp>

namespace muslin {

/// Reads the "fabric" of a cloth or shell; "thickness" and "friction" of the body itself take precedence. `node` is the
/// body; its "fabric" is replaced by the full list of numbers.
[[nodiscard]] Result<Fabric> read_fabric(const SceneContext& context, const SceneNode& node);

/// Reads the "material" of a cable in the same manner.
[[nodiscard]] Result<CableMaterial> read_cable_material(const SceneContext& context, const SceneNode& node);

}  // namespace muslin
