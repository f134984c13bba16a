#pragma once
#include <cstdint>
#include <muslin/detect/proximity.hpp>
#include <span>
#include <vector>

namespace muslin {

/// What is in the way of a scripted vertex.
enum class PinchKind : std::uint8_t {
  none,      ///< nothing; cloth that only lies on an obstacle is not in its way
  cloth,     ///< it touches movable cloth that scripted elements touch from an opposite side too
  conflict,  ///< it touches a scripted vertex of cloth, which gives way no more than itself
};

/// Finds the scripted vertices that pinch something, directly or through layers of cloth. The sides are told apart by
/// the normals of the pairs in proximity, because the arm and the torso of a character may be one body. `is_scripted`
/// has one entry per vertex, and so has the result.
[[nodiscard]] std::vector<PinchKind> find_pinching_vertices(std::span<const Proximity> touching,
                                                            std::span<const std::uint8_t> is_scripted);

}  // namespace muslin
