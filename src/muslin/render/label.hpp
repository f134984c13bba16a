#pragma once
#include <muslin/render/image.hpp>
#include <string_view>

namespace muslin {

inline constexpr int kLetterWidth = 6;   ///< width including the space to the next letter, at scale 1 [pixels]
inline constexpr int kLetterHeight = 7;  ///< height at scale 1 [pixels]

/// Draws one line of text with its upper left corner at (x, y), in a font of 5 × 7 squares of `scale` pixels. The font
/// has digits, capital letters (small letters are converted) and " . , - _ + / : % ". Any other character becomes a
/// hollow box. Parts outside the image are dropped.
void draw_label(Image& image, std::string_view text, int x, int y, int scale, Rgb colour);

/// Returns the width of such a line [pixels].
[[nodiscard]] int label_width(std::string_view text, int scale);

}  // namespace muslin
