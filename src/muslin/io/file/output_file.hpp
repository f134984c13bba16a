#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/file/file_descriptor.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace muslin {

/// A file that appears under its name complete or not at all. It is written under a temporary name in the same folder,
/// and commit() renames it. Without commit() nothing is left behind, and an older file of that name stays unchanged. A
/// path that is not a regular file (a device, a pipe) is written to directly.
class OutputFile {
 public:
  [[nodiscard]] static Result<OutputFile> create(const std::filesystem::path& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  /// Writes through a buffer. Errors are reported by commit(), so callers need not check after each write.
  void write(std::string_view bytes);
  [[nodiscard]] Status commit();

 private:
  OutputFile(FileDescriptor file, std::filesystem::path path, std::filesystem::path temporary);
  void flush();

  FileDescriptor file_;
  std::filesystem::path path_;
  std::filesystem::path temporary_;  ///< empty if nothing is to be renamed
  std::string buffer_;
  std::optional<Error> failure_;
};

/// Writes all of `bytes` at the current position of the file, or at `offset` if it is given. Returns 0 or an errno
/// value.
[[nodiscard]] int write_all(const FileDescriptor& file, std::string_view bytes,
                            std::optional<std::int64_t> offset = {});

}  // namespace muslin
