#pragma once
#include <muslin/core/quantity.hpp>
#include <muslin/core/result.hpp>
#include <string_view>

namespace muslin {

/// Reads "0.4 mm", "150 g/m^2" (also g/m2, g/m²), "1/60 s", "10 uN m", "gf cm^2/cm": a number or a fraction, then units
/// joined by blanks, * or / with whole powers. The value is in the quantity's unit. Errors have no `where`, and say
/// what was wanted, with examples.
[[nodiscard]] Result<double> parse_quantity(std::string_view text, const Quantity& wanted);

}  // namespace muslin
