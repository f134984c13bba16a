#include <algorithm>
#include <array>
#include <cmath>
#include <muslin/render/colour.hpp>

namespace muslin {
namespace {

float decode(std::uint8_t byte) {
  const float value = static_cast<float>(byte) / 255.0F;
  return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}

std::uint8_t encode(float light) {
  if (!(light > 0.0F)) return 0;  // also for NaN
  if (light >= 1.0F) return 255;
  const float value = light <= 0.0031308F ? 12.92F * light : 1.055F * std::pow(light, 1.0F / 2.4F) - 0.055F;
  return static_cast<std::uint8_t>(std::lround(255.0F * value));
}

}  // namespace

Colour to_light(Rgb colour) { return {decode(colour.red), decode(colour.green), decode(colour.blue)}; }

Rgb to_rgb(const Colour& light) { return {encode(light.x()), encode(light.y()), encode(light.z())}; }

Colour from_oklab(float lightness, float a, float b) {
  const float l = lightness + 0.3963377774F * a + 0.2158037573F * b;
  const float m = lightness - 0.1055613458F * a - 0.0638541728F * b;
  const float s = lightness - 0.0894841775F * a - 1.2914855480F * b;
  const float l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
  const Colour light(4.0767416621F * l3 - 3.3077115913F * m3 + 0.2309699292F * s3,
                     -1.2684380046F * l3 + 2.6097574011F * m3 - 0.3413193965F * s3,
                     -0.0041960863F * l3 - 0.7034186147F * m3 + 1.7076147010F * s3);
  return light.cwiseMax(0.0F).cwiseMin(1.0F);
}

float lightness(const Colour& light) {
  const float l = std::cbrt(0.4122214708F * light.x() + 0.5363325363F * light.y() + 0.0514459929F * light.z());
  const float m = std::cbrt(0.2119034982F * light.x() + 0.6806995451F * light.y() + 0.1073969566F * light.z());
  const float s = std::cbrt(0.0883024619F * light.x() + 0.2817188376F * light.y() + 0.6299787005F * light.z());
  return 0.2104542553F * l + 0.7936177850F * m - 0.0040720468F * s;
}

Colour body_colour(std::size_t i) {
  static constexpr std::array<Rgb, 8> kPalette = {{{214, 118, 88},
                                                   {78, 138, 178},
                                                   {226, 180, 84},
                                                   {104, 160, 112},
                                                   {150, 116, 178},
                                                   {66, 160, 156},
                                                   {204, 112, 144},
                                                   {150, 152, 86}}};
  return to_light(kPalette[i % kPalette.size()]);
}

Colour obstacle_colour(std::size_t i) {
  static constexpr std::array<Rgb, 3> kGreys = {{{190, 188, 184}, {168, 170, 174}, {206, 202, 194}}};
  return to_light(kGreys[i % kGreys.size()]);
}

}  // namespace muslin
