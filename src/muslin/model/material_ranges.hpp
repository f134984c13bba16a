#pragma once
#include <muslin/core/quantity.hpp>

namespace muslin {

// Ranges shared by sheets, cables and ties. A value beyond them is likely a typing error.
inline constexpr double kMaxModulus = 1e15;     // [N/m], [N]
inline constexpr double kMaxDensity = 1e6;      // [kg/m²], [kg/m]
inline constexpr double kMaxDampingTime = 1e6;  // [s]
inline constexpr NumberRange kThicknessRange = {.minimum = 0.0, .maximum = 1.0, .above_minimum = true};  // [m]
inline constexpr NumberRange kFrictionRange = {.minimum = 0.0, .maximum = 100.0};                        // [1]

}  // namespace muslin
