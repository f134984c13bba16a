#pragma once
#include <muslin/core/quantity.hpp>
#include <muslin/core/result.hpp>
#include <string_view>

namespace muslin {

/// Reads a quantity such as "0.4 mm", "150 g/m^2" (also g/m2, g/m²), "1/60 s", "10 uN m" or "gf cm^2/cm": a number or a
/// fraction, followed by units that are joined by blanks, * or / and may have whole powers. The result is in the unit
/// of the quantity. Errors have no `where`; they describe the expected value with examples.
[[nodiscard]] Result<double> parse_quantity(std::string_view text, const Quantity& wanted);

}  // namespace muslin
