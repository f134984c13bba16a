#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_body.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/response/collision_options.hpp>
#include <vector>

namespace muslin {

/// The scene's "collision". `bodies` are all of the scene: its pairs name them.
[[nodiscard]] Result<CollisionOptions> read_collision(const SceneContext& context, const SceneNode& node,
                                                      const std::vector<ReadBody>& bodies);

}  // namespace muslin
