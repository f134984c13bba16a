#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace muslin {

/// The number that the whole of `text` spells, whatever the locale. A leading + is fine, so are "nan" and "inf".
/// Numbers too small for a double are zero, numbers too large are none.
[[nodiscard]] std::optional<double> parse_double(std::string_view text);

/// The whole number that the whole of `text` spells; none where it does not fit 64 bits.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);

}  // namespace muslin
