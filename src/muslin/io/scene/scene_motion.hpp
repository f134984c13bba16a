#pragma once
#include <memory>
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/io/scene/scene_pose.hpp>
#include <muslin/io/scene/scene_selection.hpp>
#include <muslin/sim/motion.hpp>
#include <span>

namespace muslin {

/// Reads the motion that a node describes, for these vertices of a body. `to_scene` maps coordinates of the body's file
/// into the scene; animations use the same coordinates.
[[nodiscard]] Result<std::shared_ptr<const Motion>> read_motion(SceneContext& context, const SceneNode& node,
                                                                const PlacedBody& placed,
                                                                std::span<const VertexId> vertices,
                                                                const Pose& to_scene);

/// Moves the vertices that a motion controls to their positions at the start of the scene. The returned motion starts
/// from there.
[[nodiscard]] Result<std::shared_ptr<const Motion>> start_in_motion(std::shared_ptr<const Motion> motion,
                                                                    std::vector<Vec3>& positions);

}  // namespace muslin
