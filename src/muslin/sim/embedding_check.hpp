#pragma once
#include <muslin/core/result.hpp>
#include <muslin/sim/scene.hpp>

namespace muslin {

/// Returns an Error if an embedded object has no footprint, if its footprint is pinned or too small to fix the object,
/// or if two objects share a vertex.
[[nodiscard]] Status check_embeddings(const Scene& scene);

}  // namespace muslin
