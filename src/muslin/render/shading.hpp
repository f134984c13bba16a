#pragma once
#include <muslin/core/types.hpp>
#include <muslin/render/camera.hpp>
#include <muslin/render/colour.hpp>
#include <muslin/render/corner_normals.hpp>

namespace muslin {

/// A place on a surface that is about to be lit.
struct LitPoint {
  Colour colour = Colour::Ones();  ///< share of the light that it gives back
  Vec3f normal = Vec3f::Zero();    ///< smoothed, towards the eye
  Vec3f to_eye = Vec3f::Zero();    ///< of length 1
  float key_light = 1.0F;          ///< share of the key light that arrives
};

/// One lamp over the viewer's left shoulder, a weak cool one against the shadows from the right, and light from all
/// sides, more of it from above.
class Studio {
 public:
  Studio(const ViewAxes& axes, const Vec3& up);

  /// Towards the lamp that gives shadows.
  [[nodiscard]] const Vec3& to_key() const { return to_key_; }

  [[nodiscard]] Colour shade(const LitPoint& point) const;

 private:
  Vec3 to_key_;
  Vec3f key_, fill_, up_;
};

/// The back of cloth: a little darker and greyer, so that the sides can be told apart.
[[nodiscard]] Colour back_colour(const Colour& front);

/// The wall behind the picture, from its upper (0) to its lower rim (1).
[[nodiscard]] Colour background(float height);

}  // namespace muslin
