#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What a request must satisfy before anything is sent. The server listens on this machine alone, but every page in a
/// browser can send requests to it, and so can all users of the machine.
namespace muslin::app {

/// Returns whether a Host header names this machine and the port of the server. A page that has made its own name point
/// to 127.0.0.1 (DNS rebinding) sends its own name.
[[nodiscard]] bool is_own_host(std::string_view host, int port);

/// Returns whether an Origin header is that of the page that the server itself sent.
[[nodiscard]] bool is_own_origin(std::string_view origin, int port);

/// Returns whether an Authorization header carries the token. The time that this takes does not depend on how much of
/// it is right.
[[nodiscard]] bool has_token(std::string_view authorization, std::string_view token);

/// Returns a token that nobody can guess: 128 random bits in hexadecimal digits.
[[nodiscard]] std::string make_token();

/// Returns the length that a Content-Length header states, in decimal digits only.
[[nodiscard]] std::optional<std::uint64_t> parse_length(std::string_view header);

/// Bytes of a file, from `begin` up to but not including `end`.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Reads a Range header, of a single range, for a file of a given size: `bytes=0-99`, `bytes=100-`, `bytes=-32`. The
/// end is cut off at that of the file. Nothing is returned for a range that begins behind the file, or has another
/// form.
[[nodiscard]] std::optional<ByteRange> parse_range(std::string_view header, std::uint64_t size);

}  // namespace muslin::app
