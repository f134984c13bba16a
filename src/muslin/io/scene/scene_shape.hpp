#pragma once
#include <array>
#include <muslin/core/result.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/io/scene/scene_pose.hpp>
#include <optional>

namespace muslin {

/// A shape as read from its file or generated, before its "place" is applied.
struct SceneShape {
  Mesh mesh;
  /// Factor from the coordinates of the file to metres; 1 for generators.
  double unit = 1.0;
  bool from_file = false;
  /// Columns and rows of a grid or ribbon, whose sides have names.
  std::optional<std::array<int, 2>> grid;
};

/// Reads or generates the shape of a body, with the up axis of the scene. `node` is the value of "cloth", "obstacle",
/// ….
[[nodiscard]] Result<SceneShape> read_shape(SceneContext& context, const SceneNode& node);

}  // namespace muslin
