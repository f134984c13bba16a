#pragma once
#include <limits>
#include <muslin/render/colour.hpp>
#include <muslin/render/corner_normals.hpp>
#include <vector>

namespace muslin {

/// The result of shading the samples of a pixel.
struct SurfacePixel {
  Colour colour = Colour::Zero();  ///< sum over the covered samples, divided by the number of all samples
  float coverage = 0.0F;           ///< fraction of the samples that show an element
  float depth = std::numeric_limits<float>::infinity();  ///< depth of the nearest element in the pixel
  Vec3f normal = Vec3f::Zero();                          ///< normal of that element, towards the eye
};

/// The pixels of a picture in rows, top row first.
struct SurfaceBuffer {
  int width = 0;
  int height = 0;
  std::vector<SurfacePixel> pixels;

  [[nodiscard]] SurfacePixel& at(int x, int y) { return pixels[static_cast<std::size_t>(y) * width + x]; }
  [[nodiscard]] const SurfacePixel& at(int x, int y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }
};

}  // namespace muslin
