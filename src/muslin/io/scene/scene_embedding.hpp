#pragma once
#include <muslin/io/scene/scene_body.hpp>

namespace muslin {

/// Fills `mesh` with as many copies of itself as the "copies" of an embedded body request.
[[nodiscard]] Status read_copies(const SceneContext& context, const SceneNode& node, Mesh& mesh);

/// Reads the sheet to which an embedded body is fixed. `bodies` are all bodies of the scene, with their meshes at the
/// start.
[[nodiscard]] Status read_embedding(const SceneContext& context, const SceneNode& node, std::size_t index,
                                    std::vector<ReadBody>& bodies);

}  // namespace muslin
