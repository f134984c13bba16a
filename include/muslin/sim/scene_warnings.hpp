#pragma once
#include <muslin/sim/scene.hpp>
#include <string>
#include <vector>

namespace muslin {

/// Describes what may surprise the user of a scene that can be simulated, one sentence each: vertices that no element
/// uses, edges of three triangles, edges of very different lengths, bodies of very different sizes.
[[nodiscard]] std::vector<std::string> scene_warnings(const Scene& scene);

/// Returns the one about the sizes of the bodies, or an empty string.
[[nodiscard]] std::string size_warning(const Scene& scene);

}  // namespace muslin
