#include <algorithm>
#include <cmath>
#include <muslin/render/shading.hpp>

namespace muslin {
namespace {

/// Light above this value is compressed towards 1 and not clipped, so that bright cloth keeps its folds.
constexpr float kShoulder = 0.7F;

float soften(float light) {
  if (light <= kShoulder) return light;
  const float room = 1.0F - kShoulder;
  return 1.0F - room * room / (room + (light - kShoulder));
}

}  // namespace

Studio::Studio(const ViewAxes& axes, const Vec3& up)
    : to_key_((1.0 * up.normalized() - 0.75 * axes.right - 0.5 * axes.forward).normalized()),
      key_(to_key_.cast<float>()),
      fill_((0.1 * up.normalized() + 0.9 * axes.right - 0.5 * axes.forward).normalized().cast<float>()),
      up_(up.normalized().cast<float>()) {}

Colour Studio::shade(const LitPoint& point) const {
  static const Colour kKey(1.10F, 1.06F, 1.00F), kFill(0.15F, 0.17F, 0.20F);
  static const Colour kSky(0.36F, 0.38F, 0.42F), kGround(0.22F, 0.20F, 0.19F);
  const float key = std::max(0.0F, point.normal.dot(key_)) * point.key_light;
  const float fill = std::max(0.0F, point.normal.dot(fill_));
  const float sky = 0.5F + 0.5F * point.normal.dot(up_);
  const Colour light = key * kKey + fill * kFill + sky * kSky + (1.0F - sky) * kGround;
  // Protruding fibres catch light at grazing angles, so the rim of cloth is brighter than that of paint.
  const float grazing = 1.0F - std::clamp(point.normal.dot(point.to_eye), 0.0F, 1.0F);
  const float sheen = 0.10F * grazing * grazing * grazing * (0.4F + 0.6F * sky);
  Colour lit = point.colour.cwiseProduct(light) + Colour::Constant(sheen);
  for (float& channel : lit) channel = soften(channel);
  return lit;
}

Colour back_colour(const Colour& front) {
  const float grey = 0.2126F * front.x() + 0.7152F * front.y() + 0.0722F * front.z();
  return 0.72F * (0.62F * front + Colour::Constant(0.38F * grey));
}

Colour background(float height) {
  static const Colour kUpper = to_light({246, 247, 249}), kLower = to_light({214, 217, 222});
  const float t = height * height * (3.0F - 2.0F * height);
  return (1.0F - t) * kUpper + t * kLower;
}

}  // namespace muslin
