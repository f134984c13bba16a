#include <charconv>
#include <muslin/io/file/parse_number.hpp>

namespace muslin {
namespace {

/// Removes a leading +, which std::from_chars rejects. "+-1" is left unchanged, so it stays invalid.
std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

/// Distinguishes the two reasons for "out of range", which std::from_chars does not.
bool is_tiny(std::string_view text) {
  const auto exponent = text.find_first_of("eE");
  if (exponent != std::string_view::npos) return text.substr(exponent + 1).starts_with('-');
  return text.substr(0, text.find('.')).find_first_of("123456789") == std::string_view::npos;
}

}  // namespace

std::optional<double> parse_double(std::string_view text) {
  text = without_plus(text);
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (problem == std::errc::result_out_of_range)
    return is_tiny(text) ? std::optional(text.starts_with('-') ? -0.0 : 0.0) : std::nullopt;
  return problem == std::errc() ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  text = without_plus(text);
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || problem != std::errc()) return std::nullopt;
  return value;
}

}  // namespace muslin
