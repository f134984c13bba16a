#pragma once
#include <muslin/geometry/box.hpp>
#include <muslin/render/rasteriser.hpp>
#include <vector>

namespace muslin {

/// Which places a far lamp reaches: the depths that it sees, on a raster of its own [Williams78]. Only what is in
/// `focus` has sharp shadows; far outside everything is lit.
class ShadowMap {
 public:
  /// The focus has a size. `to_light` points towards the lamp, which stands far away, so that its light is nearly
  /// parallel. The raster has side × side samples.
  ShadowMap(const DrawnElements& elements, const Box& focus, const Vec3& to_light, int side);

  /// Share of the light that arrives, from 0 to 1, at a point of a surface with this normal (of the surface itself, not
  /// a smoothed one). The mean over a disc of the raster [Reeves87], each compared with the surface's own plane there,
  /// so that a surface that leans does not shade itself.
  [[nodiscard]] float light_at(const Vec3& point, const Vec3& normal) const;

 private:
  View view_;
  int side_;     ///< [samples]
  double bias_;  ///< how much nearer something must be to give shadow [m]
  std::vector<float> depth_;
};

}  // namespace muslin
