#include <unistd.h>

#include <array>
#include <cerrno>
#include <muslin/io/file/file_descriptor.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/output_file.hpp>
#include <muslin/io/file/whole_file.hpp>

namespace muslin {

Result<std::string> read_whole_file(const std::filesystem::path& path) {
  const auto file = open_for_reading(path);
  if (!file) return file.error();
  std::string bytes;
  std::array<char, 1 << 16> piece;
  for (;;) {
    const ssize_t got = ::read(file->get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(path, "read the file", errno);
    if (got == 0) return bytes;
    bytes.append(piece.data(), static_cast<std::size_t>(got));
  }
}

Status write_whole_file(const std::filesystem::path& path, std::string_view bytes) {
  auto file = OutputFile::create(path);
  if (!file) return file.error();
  file->write(bytes);
  return file->commit();
}

}  // namespace muslin
