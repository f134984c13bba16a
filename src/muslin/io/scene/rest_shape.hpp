#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/io/scene/scene_shape.hpp>
#include <muslin/model/body.hpp>

namespace muslin {

/// Returns whether the texture coordinates of a mesh are its flat pattern in the unit of its positions, that is,
/// whether no edge is twice as long in one as in the other. In meshes of most programs they are not: they fill a square
/// of side 1.
[[nodiscard]] bool uv_matches_positions(const Mesh& mesh);

/// Determines the unstrained shape of a sheet and stores it in the material coordinates of the mesh, in metres, with
/// the warp along their first axis. Without material coordinates, the rest shape is the start. `node` is the body,
/// which is scaled by `scale` afterwards.
[[nodiscard]] Status resolve_rest_shape(const SceneContext& context, const SceneNode& node, BodyKind kind, double scale,
                                        SceneShape& shape);

}  // namespace muslin
