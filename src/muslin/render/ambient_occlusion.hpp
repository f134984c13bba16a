#pragma once
#include <muslin/render/camera.hpp>
#include <muslin/render/surface_buffer.hpp>
#include <vector>

namespace muslin {

/// Estimates how exposed the surface of each pixel is to its surroundings, from 0 (hidden in a fold) to 1, using only
/// the neighbouring pixels within `radius` [m] [McGuire11]. `view` is the view of the pixels.
[[nodiscard]] std::vector<float> ambient_openness(const SurfaceBuffer& surface, const View& view, double radius);

}  // namespace muslin
