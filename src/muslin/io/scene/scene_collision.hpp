#pragma once
#include <muslin/contact/surfaces.hpp>
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_body.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <vector>

namespace muslin {

/// The pairs of bodies in the scene's "collision". `bodies` are all of the scene: the pairs name them.
[[nodiscard]] Result<std::vector<SurfacePair>> read_pairs(const SceneContext& context, const SceneNode& node,
                                                          const std::vector<ReadBody>& bodies);

}  // namespace muslin
