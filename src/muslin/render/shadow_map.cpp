#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/core/parallel.hpp>
#include <muslin/render/shadow_map.hpp>
#include <muslin/render/spiral.hpp>

namespace muslin {
namespace {

constexpr int kTileSide = 128;
constexpr double kSoftness = 0.007;  ///< radius of the disc as a fraction of the raster's side
constexpr int kShadowTaps = 24;

double diagonal(const Box& box) { return (box.upper - box.lower).norm(); }

Camera lamp(const Box& focus, const Vec3& to_light) {
  Camera camera;
  camera.target = focus.centre();
  camera.eye = camera.target + 20.0 * diagonal(focus) * to_light.normalized();
  camera.up = Vec3(0, 1, 0);
  camera.fov_rad = 2.0 * std::atan(0.62 / 20.0);  // covers the ball around the focus and a margin for soft edges
  return camera;
}

}  // namespace

ShadowMap::ShadowMap(const DrawnElements& elements, const Box& focus, const Vec3& to_light, int side)
    : view_(lamp(focus, to_light), side, side),
      side_(side),
      bias_(0.004 * diagonal(focus)),
      depth_(static_cast<std::size_t>(side) * side) {
  const Rasteriser rasteriser(elements, view_, kTileSide, diagonal(focus));
  parallel_for(rasteriser.tile_count(), 1, [&](std::size_t index) {
    const RasterRect rect = rasteriser.tile(index);
    std::vector<Hit> hits(rect.size());
    rasteriser.draw_tile(index, hits);
    for (int row = rect.top; row < rect.bottom; ++row)
      for (int column = rect.left; column < rect.right; ++column)
        depth_[static_cast<std::size_t>(row) * side_ + column] =
            hits[static_cast<std::size_t>(row - rect.top) * rect.width() + (column - rect.left)].depth;
  });
}

float ShadowMap::light_at(const Vec3& point, const Vec3& normal) const {
  static const std::array<Vec2, kShadowTaps> kDisc = spiral<kShadowTaps>();
  if (!(view_.depth(point) > 0.0)) return 1.0F;
  const Vec2 centre = view_.project(point);
  const double plane = normal.dot(point - view_.eye());
  const double own_depth = view_.depth(point);
  int lit = 0;
  for (const Vec2& tap : kDisc) {
    const Vec2 place = centre + kSoftness * side_ * tap;
    if (!(place.x() >= 0.0 && place.x() < side_ && place.y() >= 0.0 && place.y() < side_)) {
      ++lit;
      continue;
    }
    const int column = static_cast<int>(place.x()), row = static_cast<int>(place.y());
    // Depth of the plane of the surface at this sample; if the plane is seen edge-on, at most a few biases away.
    const double across = normal.dot(view_.ray(column + 0.5, row + 0.5));
    const double there = across != 0.0 ? plane / across : own_depth;
    const double expected = std::clamp(there, own_depth - 4.0 * bias_, own_depth + 4.0 * bias_);
    if (!(depth_[static_cast<std::size_t>(row) * side_ + column] < expected - bias_)) ++lit;
  }
  return static_cast<float>(lit) / static_cast<float>(kShadowTaps);
}

}  // namespace muslin
