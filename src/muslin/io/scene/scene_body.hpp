#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/io/scene/scene_selection.hpp>
#include <muslin/sim/scene.hpp>
#include <vector>

namespace muslin {

/// A body with the scripts and guides that move it.
struct ReadBody {
  PlacedBody placed;
  std::vector<Script> scripts;
  std::vector<Guide> guides = {};
  std::vector<std::int32_t> priority = {};
};

/// Reads one body of the scene.
[[nodiscard]] Result<ReadBody> read_body(SceneContext& context, const SceneNode& node);

/// Returns the index of the body that a text names.
[[nodiscard]] Result<std::size_t> find_body(const SceneContext& context, const SceneNode& node,
                                            const std::vector<ReadBody>& bodies);

/// Reads the ties of one attachment. `bodies` are all bodies of the scene.
[[nodiscard]] Result<std::vector<Tie>> read_attachment(const SceneContext& context, const SceneNode& node,
                                                       const std::vector<ReadBody>& bodies);

}  // namespace muslin
