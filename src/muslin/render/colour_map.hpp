#pragma once
#include <muslin/render/colour.hpp>

namespace muslin {

/// The range of values that the colours span.
struct ValueRange {
  double low = 0.0;
  double high = 1.0;
};

/// Maps t to a colour from dark violet over teal to light yellow. Lightness grows evenly with t, so that equal steps of
/// a quantity look equal, also in grey and to colour-blind viewers. t is clamped to [0, 1].
[[nodiscard]] Colour map_colour(double t);

/// Maps a value in a range to a colour. If the range is a single value, all values below it get the low end and all
/// others the high end.
[[nodiscard]] Colour map_colour(double value, const ValueRange& range);

/// Returns the smallest of 1, 2 or 5 times a power of ten that is not below a positive value, as a round end for a
/// range. Returns 1 for values that are not positive.
[[nodiscard]] double round_up(double value);

}  // namespace muslin
