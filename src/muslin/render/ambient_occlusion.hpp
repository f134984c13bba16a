#pragma once
#include <muslin/render/camera.hpp>
#include <muslin/render/surface_buffer.hpp>
#include <vector>

namespace muslin {

/// How open each pixel's surface is to its surroundings, from 0 (hidden in a fold) to 1, judged by the neighbouring
/// pixels within `radius` [m] alone [McGuire11]. `view` is that of the pixels.
[[nodiscard]] std::vector<float> ambient_openness(const SurfaceBuffer& surface, const View& view, double radius);

}  // namespace muslin
