#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <utility>

namespace muslin {

/// Owns an open file of the operating system; -1 means none.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int handle) : handle_(handle) {}
  FileDescriptor(FileDescriptor&& other) noexcept : handle_(other.release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~FileDescriptor() { static_cast<void>(close()); }

  [[nodiscard]] int get() const { return handle_; }
  [[nodiscard]] bool is_open() const { return handle_ >= 0; }
  /// Closes the file now; false if that fails, which on some file systems is where a full disk is told.
  [[nodiscard]] bool close();

 private:
  int release() { return std::exchange(handle_, -1); }

  int handle_ = -1;
};

/// Opens a file to read it. A folder is refused, and so is a pipe or socket: who reads it might wait for ever.
[[nodiscard]] Result<FileDescriptor> open_for_reading(const std::filesystem::path& path);

}  // namespace muslin
