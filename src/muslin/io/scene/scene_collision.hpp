#pragma once
#include <muslin/contact/surfaces.hpp>
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_body.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <vector>

namespace muslin {

/// Reads the pairs of bodies in the "collision" of the scene. `bodies` are all bodies of the scene; the pairs refer to
/// them by name.
[[nodiscard]] Result<std::vector<SurfacePair>> read_pairs(const SceneContext& context, const SceneNode& node,
                                                          const std::vector<ReadBody>& bodies);

}  // namespace muslin
