#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/model/cable_material.hpp>
#include <muslin/model/fabric.hpp>

namespace muslin {

/// What a cloth or shell is made of: its "fabric", with the "thickness" and "friction" of the body itself in their
/// place. `node` is the body; its "fabric" becomes the full list of numbers.
[[nodiscard]] Result<Fabric> read_fabric(const SceneContext& context, const SceneNode& node);

/// The same for the "material" of a cable.
[[nodiscard]] Result<CableMaterial> read_cable_material(const SceneContext& context, const SceneNode& node);

}  // namespace muslin
