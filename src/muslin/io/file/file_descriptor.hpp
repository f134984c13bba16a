#pragma once
#include <filesystem>
#include <muslin/core/result.hpp>
#include <utility>

namespace muslin {

/// Owns an open file descriptor of the operating system; -1 means that no file is open.
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
  /// Closes the file now. Returns false if that fails; some file systems report a full disk only here.
  [[nodiscard]] bool close();

 private:
  int release() { return std::exchange(handle_, -1); }

  int handle_ = -1;
};

/// Opens a file for reading. Folders, pipes and sockets are refused: reading from a pipe or socket could block for
/// ever.
[[nodiscard]] Result<FileDescriptor> open_for_reading(const std::filesystem::path& path);

}  // namespace muslin
