#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/output_file.hpp>

namespace muslin {
namespace {

constexpr std::size_t kBufferSize = std::size_t{1} << 20;

/// Returns a name that no other writer uses, in the folder of `path` and thus on the same disk, so that renaming is
/// atomic.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  static std::atomic<unsigned> count{0};
  auto name = path;
  name += fmt::format(".part-{}-{}", ::getpid(), count++);
  return name;
}

}  // namespace

Result<OutputFile> OutputFile::create(const std::filesystem::path& path) {
  // A symbolic link is kept; its target is replaced.
  std::error_code no_such_file;
  auto target = std::filesystem::canonical(path, no_such_file);
  if (no_such_file) target = path;

  struct stat about {};
  const bool exists = ::stat(target.c_str(), &about) == 0;
  if (exists && S_ISDIR(about.st_mode)) return system_error(path, "write the file", EISDIR);
  if (exists && ::access(target.c_str(), W_OK) != 0) return system_error(path, "write the file", errno);
  const bool in_place = exists && !S_ISREG(about.st_mode);
  const auto temporary = in_place ? std::filesystem::path() : temporary_name(target);
  const int flags = O_WRONLY | O_CLOEXEC | (in_place ? 0 : O_CREAT | O_EXCL);
  FileDescriptor file(::open((in_place ? target : temporary).c_str(), flags, 0666));
  if (!file.is_open()) return system_error(path, "write the file", errno);
  return OutputFile(std::move(file), std::move(target), temporary);
}

OutputFile::OutputFile(FileDescriptor file, std::filesystem::path path, std::filesystem::path temporary)
    : file_(std::move(file)), path_(std::move(path)), temporary_(std::move(temporary)) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : file_(std::move(other.file_)),
      path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      buffer_(std::move(other.buffer_)),
      failure_(std::move(other.failure_)) {}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  if (failure_) return;
  buffer_ += bytes;
  if (buffer_.size() >= kBufferSize) flush();
}

void OutputFile::flush() {
  const int problem = write_all(file_, buffer_);
  if (problem != 0) failure_ = system_error(path_, "write the file", problem);
  buffer_.clear();
}

Status OutputFile::commit() {
  if (!failure_) flush();
  if (failure_) return *failure_;
  if (!file_.close()) return system_error(path_, "write the file", errno);
  if (!temporary_.empty() && ::rename(temporary_.c_str(), path_.c_str()) != 0)
    return system_error(path_, "write the file", errno);
  temporary_.clear();
  return Done{};
}

int write_all(const FileDescriptor& file, std::string_view bytes, std::optional<std::int64_t> offset) {
  while (!bytes.empty()) {
    const ssize_t put = offset ? ::pwrite(file.get(), bytes.data(), bytes.size(), *offset)
                               : ::write(file.get(), bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(put));
    if (offset) *offset += put;
  }
  return 0;
}

}  // namespace muslin
