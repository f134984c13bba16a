#include "frame_interval.hpp"

#include <charconv>
#include <string_view>

namespace muslin::app {

std::optional<FrameInterval> parse_frame_interval(const std::string& text) {
  const auto number = [](std::string_view digits) -> std::optional<long> {
    long value = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool whole = problem == std::errc() && end == digits.data() + digits.size();
    return whole ? std::optional(value) : std::nullopt;
  };
  const std::size_t dash = text.find('-', 1);  // a leading one is a sign
  const auto first = number(std::string_view(text).substr(0, dash));
  const auto last = dash == text.npos ? first : number(std::string_view(text).substr(dash + 1));
  if (!first || !last || *last < *first) return std::nullopt;
  return FrameInterval{*first, *last};
}

}  // namespace muslin::app
