#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/file/file_descriptor.hpp>

namespace muslin {

/// Prevents two runs from writing into one folder. The lock leaves no file behind and ends with the process, even if
/// the process is killed.
class FolderLock {
 public:
  [[nodiscard]] static Result<FolderLock> take(const std::filesystem::path& folder);
  /// Whether a process has the lock. Asking does not keep a run from taking it.
  [[nodiscard]] static bool is_taken(const std::filesystem::path& folder);

 private:
  explicit FolderLock(FileDescriptor folder) : folder_(std::move(folder)) {}

  FileDescriptor folder_;
};

}  // namespace muslin
