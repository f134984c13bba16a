#pragma once
#include <muslin/detect/exemptions.hpp>
#include <muslin/detect/tangles.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Returns Exemptions::min_priority for the next steps: connected cloth vertices that ignore obstacles do so no longer
/// if none of their elements intersects an obstacle that they ignore, in the doubles and in the floats of files. The
/// result is empty if no vertex is left.
[[nodiscard]] std::vector<std::int32_t> release_outranked(const TangleMesh& mesh, std::span<const Vec3> position,
                                                          const Exemptions& exemptions);

}  // namespace muslin
