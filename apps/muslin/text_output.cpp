#include "text_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace muslin::app {
namespace {

std::string escape(std::string_view text, bool keeps_lines) {
  std::string result;
  result.reserve(text.size());
  const auto add_code = [&](char c) {
    result += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : '\0');
    if (c == '\n') {
      result += keeps_lines ? "\n" : "\\n";
    } else if ((c >= '\0' && c < ' ') || c == '\x7f') {
      add_code(c);
    } else if (c == '\xc2' && next >= 0x80 && next < 0xa0) {  // the control characters U+0080 to U+009F, in UTF-8
      add_code(c);
      add_code(text[++i]);
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

std::string escaped(std::string_view text) { return escape(text, false); }
std::string escaped_lines(std::string_view text) { return escape(text, true); }

void put(std::FILE* stream, const std::string& text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stream));
}

void open_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free descriptor is this one, because those below it are open.
    static_cast<void>(::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY));
  }
}

}  // namespace muslin::app
