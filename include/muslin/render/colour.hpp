#pragma once
#include <Eigen/Core>
#include <cstddef>
#include <muslin/render/image.hpp>

namespace muslin {

/// Linear amounts of red, green and blue light (not the encoded bytes of a file): colours are added and averaged in
/// this space. 1 is the brightest value that a file can represent.
using Colour = Eigen::Vector3f;

/// Converts by the transfer function of sRGB (IEC 61966-2-1) and its inverse. Light outside [0, 1] is clamped.
/// @{
[[nodiscard]] Colour to_light(Rgb colour);
[[nodiscard]] Rgb to_rgb(const Colour& light);
/// @}

/// Converts from the perceptual space Oklab [Ottosson20]: lightness from 0 to 1, green-red, blue-yellow. Equal
/// distances look about equally different. The result is clamped to the gamut of sRGB.
[[nodiscard]] Colour from_oklab(float lightness, float a, float b);

/// Returns the lightness of a colour in Oklab.
[[nodiscard]] float lightness(const Colour& light);

/// Returns the colour of the i-th body of a scene: one of eight distinguishable colours, which repeat.
[[nodiscard]] Colour body_colour(std::size_t i);

/// Returns the colour of the i-th obstacle: a grey.
[[nodiscard]] Colour obstacle_colour(std::size_t i);

/// The range of values that the colours span.
struct ValueRange {
  double low = 0.0;   ///< value with the darkest colour
  double high = 1.0;  ///< value with the lightest colour
};

/// Maps t to a colour from violet over teal to light yellow. Lightness grows evenly with t, so that equal steps of
/// a quantity look equal, also in grey and to colour-blind viewers. t is clamped to [0, 1].
[[nodiscard]] Colour map_colour(double t);

/// Maps a value in a range to a colour. If the range is a single value, all values below it get the low end and all
/// others the high end.
[[nodiscard]] Colour map_colour(double value, const ValueRange& range);

/// Returns the smallest of 1, 2 or 5 times a power of ten that is not below a positive value, as a round end for a
/// range. Returns 1 for values that are not positive.
[[nodiscard]] double round_up(double value);

}  // namespace muslin
