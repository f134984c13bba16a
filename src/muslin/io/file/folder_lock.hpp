#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/file/file_descriptor.hpp>

namespace muslin {

/// Keeps two runs from writing into one folder. It leaves no file behind, and ends with the process, however that ends.
class FolderLock {
 public:
  [[nodiscard]] static Result<FolderLock> take(const std::filesystem::path& folder);

 private:
  explicit FolderLock(FileDescriptor folder) : folder_(std::move(folder)) {}

  FileDescriptor folder_;
};

}  // namespace muslin
