#pragma once
#include <muslin/core/result.hpp>
#include <muslin/sim/scene.hpp>

namespace muslin {

/// Errors: objects that sit on nothing, on what is pinned, on too little to hold them, or two on the same vertex.
[[nodiscard]] Status check_embeddings(const Scene& scene);

}  // namespace muslin
