#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/file/file_descriptor.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace muslin {

/// A file that appears under its name whole or not at all: it is written under a temporary name beside it, and renamed
/// by commit(). Without commit() nothing is left, and an older file of that name is as it was. What is no plain file (a
/// device, a pipe) is written to as it stands.
class OutputFile {
 public:
  [[nodiscard]] static Result<OutputFile> create(const std::filesystem::path& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  /// Buffered. What goes wrong is told by commit(), so that callers need not ask after each word.
  void write(std::string_view bytes);
  [[nodiscard]] Status commit();

 private:
  OutputFile(FileDescriptor file, std::filesystem::path path, std::filesystem::path temporary);
  void flush();

  FileDescriptor file_;
  std::filesystem::path path_;
  std::filesystem::path temporary_;  ///< empty: nothing to rename
  std::string buffer_;
  std::optional<Error> failure_;
};

/// Writes all of `bytes` at the place where the file stands, or at `offset` if it is given. 0, or errno.
[[nodiscard]] int write_all(const FileDescriptor& file, std::string_view bytes,
                            std::optional<std::int64_t> offset = {});

}  // namespace muslin
