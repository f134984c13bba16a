#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/render/ambient_occlusion.hpp>
#include <muslin/render/spiral.hpp>
#include <numbers>

namespace muslin {
namespace {

constexpr std::size_t kOcclusionTaps = 14;
constexpr int kSpiralRotations =
    4;  ///< the spiral is rotated by one of 4 × 4 angles, then averaged over as many pixels
constexpr double kMaxReach = 60.0;  ///< [pixels]; without it a surface near the eye would sample the whole picture
constexpr float kMinOcclusionSine =
    0.06F;  ///< sine of the angle below which a neighbour occludes nothing, so that flat surfaces stay unoccluded
constexpr float kStrength = 2.6F;

class Openness {
 public:
  Openness(const SurfaceBuffer& surface, const View& view, double radius)
      : surface_(surface), view_(view), radius_(radius) {
    for (int i = 0; i < kSpiralRotations * kSpiralRotations; ++i)
      spirals_[static_cast<std::size_t>(i)] = spiral<kOcclusionTaps>(2.0 * std::numbers::pi * (i * 7 % 16) / 16.0);
  }

  [[nodiscard]] float at(int x, int y) const {
    const SurfacePixel& pixel = surface_.at(x, y);
    if (!(pixel.coverage > 0.0F)) return 1.0F;
    const Vec3f place = position(x, y);
    const double reach = std::min(kMaxReach, radius_ / (view_.pixel_size() * pixel.depth));
    if (reach < 1.0) return 1.0F;
    const auto radius_squared = static_cast<float>(radius_ * radius_);
    const int rotation = y % kSpiralRotations * kSpiralRotations + x % kSpiralRotations;
    float hidden = 0.0F;
    for (const Vec2& tap : spirals_[static_cast<std::size_t>(rotation)]) {
      const int there_x = x + static_cast<int>(std::lround(reach * tap.x()));
      const int there_y = y + static_cast<int>(std::lround(reach * tap.y()));
      if (there_x < 0 || there_x >= surface_.width || there_y < 0 || there_y >= surface_.height) continue;
      if (!(surface_.at(there_x, there_y).coverage > 0.0F)) continue;
      const Vec3f offset = position(there_x, there_y) - place;
      const float squared = offset.squaredNorm();
      if (!(squared > 0.0F && squared < radius_squared)) continue;
      const float rise = pixel.normal.dot(offset) / std::sqrt(squared);
      hidden += std::max(0.0F, rise - kMinOcclusionSine) * (1.0F - squared / radius_squared);
    }
    return std::max(0.0F, 1.0F - kStrength * hidden / static_cast<float>(kOcclusionTaps));
  }

 private:
  /// Returns the position relative to the eye.
  [[nodiscard]] Vec3f position(int x, int y) const {
    return (view_.ray(x + 0.5, y + 0.5) * static_cast<double>(surface_.at(x, y).depth)).cast<float>();
  }

  const SurfaceBuffer& surface_;
  const View& view_;
  double radius_;
  std::array<std::array<Vec2, kOcclusionTaps>, static_cast<std::size_t>(kSpiralRotations) * kSpiralRotations> spirals_;
};

}  // namespace

std::vector<float> ambient_openness(const SurfaceBuffer& surface, const View& view, double radius) {
  const Openness openness(surface, view, radius);
  const int width = surface.width, height = surface.height;
  std::vector<float> raw(surface.pixels.size()), smooth(surface.pixels.size());
  parallel_for(static_cast<std::size_t>(height), 8, [&](std::size_t row) {
    for (int x = 0; x < width; ++x) raw[row * width + x] = openness.at(x, static_cast<int>(row));
  });
  // Average over 4 × 4 neighbours of similar depth, so that each angle of the spiral enters the mean once.
  parallel_for(static_cast<std::size_t>(height), 8, [&](std::size_t row) {
    const int y = static_cast<int>(row);
    for (int x = 0; x < width; ++x) {
      const float depth = surface.at(x, y).depth;
      if (!(surface.at(x, y).coverage > 0.0F)) {
        smooth[row * width + x] = 1.0F;
        continue;
      }
      float sum = 0.0F, count = 0.0F;
      for (int v = std::max(0, y - 2); v < std::min(height, y + 2); ++v)
        for (int u = std::max(0, x - 2); u < std::min(width, x + 2); ++u) {
          if (!(std::abs(surface.at(u, v).depth - depth) < static_cast<float>(radius))) continue;
          sum += raw[static_cast<std::size_t>(v) * width + u];
          count += 1.0F;
        }
      smooth[row * width + x] = count > 0.0F ? sum / count : 1.0F;
    }
  });
  return smooth;
}

}  // namespace muslin
