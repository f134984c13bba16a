#include <fmt/format.h>

#include <cerrno>
#include <muslin/io/file/file_error.hpp>
#include <system_error>

namespace muslin {
namespace {

bool is_disk_error(int error_number) {
  return error_number == ENOSPC || error_number == EDQUOT || error_number == EFBIG || error_number == EIO;
}

std::string remedy_for(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return "check the path";
    case EACCES:
    case EPERM:
    case EROFS:
      return "check the permissions of the file and its folder";
    case ENOSPC:
    case EDQUOT:
      return "free some space or choose another disk";
    case EISDIR:
      return "give a file, not a folder";
    default:
      return {};
  }
}

}  // namespace

Error system_error(const std::filesystem::path& path, std::string_view action, int error_number) {
  return {.kind = is_disk_error(error_number) ? Error::Kind::disk : Error::Kind::unreadable_file,
          .where = path.string(),
          .what = fmt::format("cannot {}: {}", action, std::generic_category().message(error_number)),
          .remedy = remedy_for(error_number)};
}

std::string printable(std::string_view text) {
  constexpr std::size_t kMaxPrintedLength = 40;
  std::string result;
  for (const char c : text.substr(0, kMaxPrintedLength)) {
    if (c >= ' ' && c <= '~')
      result += c;
    else
      result += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return result + (text.size() > kMaxPrintedLength ? "..." : "");
}

std::string quote(std::string_view text) { return '"' + printable(text) + '"'; }

}  // namespace muslin
