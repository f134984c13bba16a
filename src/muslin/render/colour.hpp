#pragma once
#include <Eigen/Core>
#include <cstddef>
#include <muslin/render/image.hpp>

namespace muslin {

/// Amounts of red, green and blue light, in proportion to the light itself (not to the bytes of a file): colours are
/// added and averaged in this space. 1 is the brightest that a file can hold.
using Colour = Eigen::Vector3f;

/// The transfer function of sRGB (IEC 61966-2-1), both ways. Light outside [0, 1] is cut off.
[[nodiscard]] Colour to_light(Rgb colour);
[[nodiscard]] Rgb to_rgb(const Colour& light);

/// From the perceptual space Oklab [Ottosson20]: lightness from 0 to 1, green-red, blue-yellow. Equal distances look
/// about equally different. Cut off at the gamut of sRGB.
[[nodiscard]] Colour from_oklab(float lightness, float a, float b);

/// Its lightness in Oklab.
[[nodiscard]] float lightness(const Colour& light);

/// The colour of the i-th body of a scene: eight that can be told apart, over and over.
[[nodiscard]] Colour body_colour(std::size_t i);

/// The same for what the cloth meets: greys.
[[nodiscard]] Colour obstacle_colour(std::size_t i);

}  // namespace muslin
