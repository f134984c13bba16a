#pragma once

// Rounding of doubles, for all folders.
namespace muslin::tolerance {

/// Unit roundoff u of double, rounded to nearest [1]: the largest relative error of one operation.
inline constexpr double kUnitRoundoff = 0x1p-53;

}  // namespace muslin::tolerance
