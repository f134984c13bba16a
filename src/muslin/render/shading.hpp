#pragma once
#include <muslin/core/types.hpp>
#include <muslin/render/camera.hpp>
#include <muslin/render/colour.hpp>
#include <muslin/render/corner_normals.hpp>

namespace muslin {

/// A point on a surface that is to be shaded.
struct LitPoint {
  Colour colour = Colour::Ones();  ///< reflected fraction of the light
  Vec3f normal = Vec3f::Zero();    ///< smoothed unit normal towards the eye
  Vec3f to_eye = Vec3f::Zero();    ///< unit vector
  float key_light = 1.0F;          ///< fraction of the key light that arrives
};

/// The lighting: a key light over the viewer's left shoulder, a weak cool fill light from the right that softens the
/// shadows, and ambient light from all sides, stronger from above.
class Studio {
 public:
  Studio(const ViewAxes& axes, const Vec3& up);

  /// Returns the direction towards the light that casts shadows.
  [[nodiscard]] const Vec3& to_key() const { return to_key_; }

  [[nodiscard]] Colour shade(const LitPoint& point) const;

 private:
  Vec3 to_key_;
  Vec3f key_, fill_, up_;
};

/// Returns the colour of the back of cloth: a little darker and greyer, so that the two sides are distinguishable.
[[nodiscard]] Colour back_colour(const Colour& front);

/// Returns the colour of the background at a height from the upper (0) to the lower edge (1) of the picture.
[[nodiscard]] Colour background(float height);

}  // namespace muslin
