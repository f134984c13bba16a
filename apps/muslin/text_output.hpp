#pragma once
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

/// Texts come from scenes, mesh files and paths, which others may have written. On a terminal, control characters in
/// them could hide or forge messages, so they are shown as "\x1b".
namespace muslin::app {

/// Returns the text with all control characters escaped, for one line of output.
[[nodiscard]] std::string escaped(std::string_view text);
/// Returns the text with all control characters but line ends escaped.
[[nodiscard]] std::string escaped_lines(std::string_view text);

/// Writes a text as it is. A stream that cannot be written keeps its error flag, and nothing else happens: a run must
/// not end because nobody reads its messages.
void put(std::FILE* stream, const std::string& text);

/// Formats and writes to stdout, with control characters other than line ends escaped.
template <class... T>
void write_out(fmt::format_string<T...> format, T&&... values) {
  put(stdout, escaped_lines(fmt::format(format, std::forward<T>(values)...)));
}
/// Does the same for stderr.
template <class... T>
void write_err(fmt::format_string<T...> format, T&&... values) {
  put(stderr, escaped_lines(fmt::format(format, std::forward<T>(values)...)));
}

/// Opens those of stdin, stdout and stderr that are closed, so that no file of a run becomes one of them and receives
/// messages. Messages to a closed stderr are dropped; output to a closed stdout fails, as it did before.
void open_standard_streams();

}  // namespace muslin::app
