#pragma once
#include <array>
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/model/body.hpp>
#include <optional>
#include <vector>

namespace muslin {

/// A body where it starts, and what its shape knows of itself.
struct PlacedBody {
  Body body;
  std::optional<std::array<int, 2>> grid;  ///< columns and rows, as SceneShape has them
};

/// The vertices that a selection names, in the order it names them, each once; at least one.
[[nodiscard]] Result<std::vector<VertexId>> select_vertices(const SceneContext& context, const SceneNode& node,
                                                            const PlacedBody& placed);

}  // namespace muslin
