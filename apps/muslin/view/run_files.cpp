#include "run_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <muslin/io/run/run_folder_files.hpp>

namespace muslin::app {
namespace {

const char* content_type_of(std::string_view name) {
  if (name == kStatsName) return "application/x-ndjson";
  if (name == kRecordName || name == kSceneName || name == kAuditName) return "application/json";
  if (name.ends_with(".obj")) return "text/plain; charset=utf-8";
  if (name.ends_with(".pc2") || name == kContactsName) return "application/octet-stream";
  return nullptr;
}

bool names_a_file_of_the_folder(std::string_view name) {
  const auto is_refused = [](char c) { return c == '/' || c == '\\' || static_cast<unsigned char>(c) < ' '; };
  return !name.empty() && name.front() != '.' && std::none_of(name.begin(), name.end(), is_refused);
}

}  // namespace

std::optional<RunFile> open_run_file(const std::filesystem::path& folder, std::string_view name) {
  const char* type = content_type_of(name);
  if (type == nullptr || !names_a_file_of_the_folder(name)) return std::nullopt;
  const FileDescriptor directory(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!directory.is_open()) return std::nullopt;
  // Without O_NONBLOCK, opening a pipe would wait for its other end.
  FileDescriptor file(
      ::openat(directory.get(), std::string(name).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  std::string tag = fmt::format("\"{:x}-{:x}-{:x}.{:x}\"", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                                status.st_mtim.tv_nsec);
  return RunFile{std::move(file), static_cast<std::uint64_t>(status.st_size), std::move(tag), type};
}

}  // namespace muslin::app
