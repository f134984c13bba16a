#pragma once
#include <limits>
#include <muslin/render/colour.hpp>
#include <muslin/render/corner_normals.hpp>
#include <vector>

namespace muslin {

/// What is known of a pixel once its samples are shaded.
struct SurfacePixel {
  Colour colour = Colour::Zero();  ///< sum over the samples that see something, divided by all samples
  float coverage = 0.0F;           ///< share of the samples that see something
  float depth = std::numeric_limits<float>::infinity();  ///< of the nearest element in it
  Vec3f normal = Vec3f::Zero();                          ///< of that element, towards the eye
};

/// The pixels of a picture, row by row.
struct SurfaceBuffer {
  int width = 0;
  int height = 0;
  std::vector<SurfacePixel> pixels;

  [[nodiscard]] SurfacePixel& at(int x, int y) { return pixels[static_cast<std::size_t>(y) * width + x]; }
  [[nodiscard]] const SurfacePixel& at(int x, int y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }
};

}  // namespace muslin
