#pragma once
#include <muslin/render/image.hpp>
#include <string_view>

namespace muslin {

inline constexpr int kLetterWidth = 6;   ///< with the space to the next one, at scale 1 [pixels]
inline constexpr int kLetterHeight = 7;  ///< [pixels]

/// Writes one line with its upper left corner at (x, y), in a font of 5 × 7 squares of `scale` pixels: digits, capital
/// letters (small ones become such), and " . , - _ + / : % ". Any other character is a hollow box. What lies outside
/// the image is left out.
void draw_label(Image& image, std::string_view text, int x, int y, int scale, Rgb colour);

/// Width of such a line [pixels].
[[nodiscard]] int label_width(std::string_view text, int scale);

}  // namespace muslin
