#include <fmt/format.h>

#include <cmath>
#include <muslin/core/quantity.hpp>

namespace muslin {

std::string with_unit(double value, const Quantity& quantity) {
  return quantity.unit.empty() ? fmt::format("{:g}", value) : fmt::format("{:g} {}", value, quantity.unit);
}

bool NumberRange::contains(double value) const {
  const bool high_enough = above_minimum ? value > minimum : value >= minimum;
  const bool low_enough = below_maximum ? value < maximum : value <= maximum;
  return std::isfinite(value) && high_enough && low_enough;
}

std::string NumberRange::words(const Quantity& quantity) const {
  const bool low = std::isfinite(minimum), high = std::isfinite(maximum);
  if (low && high && !above_minimum && !below_maximum)
    return fmt::format("from {:g} to {}", minimum, with_unit(maximum, quantity));
  std::string words;
  if (low) words += (above_minimum ? "more than " : "at least ") + with_unit(minimum, quantity);
  if (low && high) words += " and ";
  if (high) words += (below_maximum ? "less than " : "at most ") + with_unit(maximum, quantity);
  return words.empty() ? "finite" : words;
}

}  // namespace muslin
