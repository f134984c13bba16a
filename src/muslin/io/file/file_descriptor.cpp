#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <muslin/io/file/file_descriptor.hpp>
#include <muslin/io/file/file_error.hpp>

namespace muslin {

bool FileDescriptor::close() { return !is_open() || ::close(release()) == 0; }

Result<FileDescriptor> open_for_reading(const std::filesystem::path& path) {
  FileDescriptor file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // without O_NONBLOCK, opening a pipe would block
  struct stat about {};
  if (!file.is_open() || ::fstat(file.get(), &about) != 0) return system_error(path, "open the file", errno);
  if (S_ISDIR(about.st_mode)) return system_error(path, "read it as a file", EISDIR);
  if (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode))
    return Error{Error::Kind::unreadable_file, path.string(), "this is a pipe or socket, not a file",
                 "write its content to a file first"};
  return file;
}

}  // namespace muslin
