#pragma once
#include <muslin/geometry/box.hpp>
#include <muslin/render/rasteriser.hpp>
#include <vector>

namespace muslin {

/// Determines which points a distant light reaches, from the depths that the light sees on its own raster [Williams78].
/// Only points in `focus` have sharp shadows; far outside it everything is lit.
class ShadowMap {
 public:
  /// The focus must not be empty. `to_light` points towards the light, which is so far away that its rays are nearly
  /// parallel. The raster has side × side samples.
  ShadowMap(const DrawnElements& elements, const Box& focus, const Vec3& to_light, int side);

  /// Returns the fraction of the light, from 0 to 1, that arrives at a point of a surface with this normal (that of the
  /// surface itself, not a smoothed one). It is the mean over a disc of the raster [Reeves87], where each sample is
  /// compared with the plane of the surface, so that an inclined surface does not shade itself.
  [[nodiscard]] float light_at(const Vec3& point, const Vec3& normal) const;

 private:
  View view_;
  int side_;     ///< [samples]
  double bias_;  ///< minimum distance by which an occluder must be nearer to the light [m]
  std::vector<float> depth_;
};

}  // namespace muslin
