#pragma once
#include <muslin/io/scene/scene_body.hpp>

namespace muslin {

/// Puts as many copies of a mesh into it as the "copies" of an embedded body ask for.
[[nodiscard]] Status read_copies(const SceneContext& context, const SceneNode& node, Mesh& mesh);

/// What an embedded body sits on. `bodies` are all of the scene, with their meshes where they start.
[[nodiscard]] Status read_embedding(const SceneContext& context, const SceneNode& node, std::size_t index,
                                    std::vector<ReadBody>& bodies);

}  // namespace muslin
