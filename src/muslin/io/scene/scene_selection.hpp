#pragma once
#include <array>
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/model/body.hpp>
#include <optional>
#include <vector>

namespace muslin {

/// A body at its start, with the grid of its shape if it has one.
struct PlacedBody {
  Body body;
  std::optional<std::array<int, 2>> grid;  ///< columns and rows, as in SceneShape
};

/// Returns the vertices that a selection names, in its order, each once; there is at least one.
[[nodiscard]] Result<std::vector<VertexId>> select_vertices(const SceneContext& context, const SceneNode& node,
                                                            const PlacedBody& placed);

}  // namespace muslin
