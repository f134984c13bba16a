#include <muslin/io/file/parse_number.hpp>
#include <string_view>
#include <tests/soak/soak_options.hpp>

namespace muslin::soak {
namespace {

bool read_count(std::string_view text, std::uint64_t& count) {
  const auto value = parse_integer(text);
  if (!value || *value < 0) return false;
  count = static_cast<std::uint64_t>(*value);
  return true;
}

bool read_seconds(std::string_view text, double& seconds) {
  const auto value = parse_double(text);
  if (!value || !(*value >= 0.0)) return false;
  seconds = *value;
  return true;
}

}  // namespace

std::optional<SoakOptions> parse_options(std::span<const char* const> arguments) {
  SoakOptions options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--no-bits" || argument == "--draw") {
      (argument == "--draw" ? options.only_draws : options.judges_bits) = argument == "--draw";
      continue;
    }
    if (!argument.starts_with('-')) {
      if (!read_count(argument, options.scenes)) return std::nullopt;
      continue;
    }
    if (++i == arguments.size()) return std::nullopt;
    const std::string_view value = arguments[i];
    bool is_read = true;
    if (argument == "--seed")
      is_read = read_count(value, options.first_seed);
    else if (argument == "--limit")
      is_read = read_seconds(value, options.cpu_limit);
    else if (argument == "--shrink")
      is_read = read_seconds(value, options.shrink_limit);
    else if (argument == "--within")
      is_read = read_seconds(value, options.total_limit);
    else if (argument == "--scene")
      options.scene = value;
    else if (argument == "--program")
      options.program = value;
    else if (argument == "-o")
      options.folder = value;
    else
      return std::nullopt;
    if (!is_read) return std::nullopt;
  }
  return options;
}

}  // namespace muslin::soak
