#include "request_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <random>

namespace muslin::app {
namespace {

/// Reads a number that fills the whole text.
std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

bool is_own_host(std::string_view host, int port) {
  return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
}

bool is_own_origin(std::string_view origin, int port) {
  constexpr std::string_view scheme = "http://";
  return origin.starts_with(scheme) && is_own_host(origin.substr(scheme.size()), port);
}

bool has_token(std::string_view authorization, std::string_view token) {
  constexpr std::string_view scheme = "Bearer ";
  if (!authorization.starts_with(scheme)) return false;
  authorization.remove_prefix(scheme.size());
  if (authorization.size() != token.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < token.size(); ++i)
    difference |= static_cast<unsigned char>(authorization[i]) ^ static_cast<unsigned char>(token[i]);
  return difference == 0;
}

std::string make_token() {
  std::random_device random;  // of the operating system
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", random());
  return token;
}

std::optional<std::uint64_t> parse_length(std::string_view header) { return parse_number(header); }

std::optional<ByteRange> parse_range(std::string_view header, std::uint64_t size) {
  constexpr std::string_view unit = "bytes=";
  if (!header.starts_with(unit)) return std::nullopt;
  header.remove_prefix(unit.size());
  const std::size_t dash = header.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const std::string_view from = header.substr(0, dash), to = header.substr(dash + 1);
  if (from.empty()) {  // the last bytes of the file
    const auto count = parse_number(to);
    if (!count || *count == 0 || size == 0) return std::nullopt;
    return ByteRange{size - std::min(*count, size), size};
  }
  const auto begin = parse_number(from);
  if (!begin || *begin >= size) return std::nullopt;
  if (to.empty()) return ByteRange{*begin, size};
  const auto last = parse_number(to);
  if (!last || *last < *begin) return std::nullopt;
  return ByteRange{*begin, std::min(*last, size - 1) + 1};
}

}  // namespace muslin::app
