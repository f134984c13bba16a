#pragma once
#include <muslin/detect/tangles.hpp>
#include <span>
#include <string>
#include <vector>

namespace muslin {

/// Compares the obstacles of a frame as their scripts place them with its cloth. `simulated` are the positions of the
/// frame, `given` the same with the obstacles as given, and `pairs` the intersecting pairs of `given`. Returns the
/// obstacles that deviate or intersect, in the order of the bodies.
[[nodiscard]] std::vector<ObstacleAsGiven> compare_as_given(const TangleMesh& mesh, std::span<const std::string> names,
                                                            std::span<const Vec3> simulated,
                                                            std::span<const Vec3> given,
                                                            std::span<const IntersectingPair> pairs);

}  // namespace muslin
