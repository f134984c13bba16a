#pragma once
#include <cstdint>
#include <muslin/detect/proximity.hpp>
#include <span>
#include <vector>

namespace muslin {

/// Finds the scripted vertices that pinch something: they touch cloth that scripted elements touch from an opposite
/// side too, directly or through layers of cloth, or they touch a scripted vertex of cloth. Cloth that only lies on an
/// obstacle is not in its way. The sides are told apart by the normals of the pairs in proximity, because the arm and
/// the torso of a character may be one body. `is_scripted` has one entry per vertex, and so has the result.
[[nodiscard]] std::vector<std::uint8_t> find_pinching_vertices(std::span<const Proximity> touching,
                                                               std::span<const std::uint8_t> is_scripted);

}  // namespace muslin
