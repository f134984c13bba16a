#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace muslin {

/// Parses the whole of `text` as a number, independently of the locale. A leading + is accepted, and so are "nan" and
/// "inf". Numbers too small for a double become zero; numbers too large give no value.
[[nodiscard]] std::optional<double> parse_double(std::string_view text);

/// Parses the whole of `text` as a whole number. Numbers that do not fit 64 bits give no value.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);

}  // namespace muslin
