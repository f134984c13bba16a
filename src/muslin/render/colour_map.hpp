#pragma once
#include <muslin/render/colour.hpp>

namespace muslin {

/// Which values of a quantity the colours span.
struct ValueRange {
  double low = 0.0;
  double high = 1.0;
};

/// From dark violet over teal to light yellow: lightness grows evenly with t, so that equal steps of a quantity look
/// equal, in grey and to colour-blind eyes as well. t is cut off at 0 and 1.
[[nodiscard]] Colour map_colour(double t);

/// Of a value in a range. Where the range is a single value, all below it are the low end and all else the high one.
[[nodiscard]] Colour map_colour(double value, const ValueRange& range);

/// The least of 1, 2 or 5 times a power of ten that is not below a positive value: a round end for a range. 1 for
/// what is not positive.
[[nodiscard]] double round_up(double value);

}  // namespace muslin
