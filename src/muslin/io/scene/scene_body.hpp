#pragma once
#include <muslin/core/result.hpp>
#include <muslin/io/scene/scene_node.hpp>
#include <muslin/io/scene/scene_selection.hpp>
#include <muslin/sim/scene.hpp>
#include <vector>

namespace muslin {

/// A body with everything that moves it.
struct ReadBody {
  PlacedBody placed;
  std::vector<Script> scripts;
  std::vector<Guide> guides = {};
};

[[nodiscard]] Result<ReadBody> read_body(SceneContext& context, const SceneNode& node);

/// The index of the body that a text names.
[[nodiscard]] Result<std::size_t> find_body(const SceneContext& context, const SceneNode& node,
                                            const std::vector<ReadBody>& bodies);

/// The ties of one attachment. `bodies` are all of the scene.
[[nodiscard]] Result<std::vector<Tie>> read_attachment(const SceneContext& context, const SceneNode& node,
                                                       const std::vector<ReadBody>& bodies);

}  // namespace muslin
