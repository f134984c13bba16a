#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <muslin/core/result.hpp>
#include <muslin/io/file/file_descriptor.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// Options of TextScanner::open().
struct TextScannerOptions {
  std::size_t window = std::size_t{1} << 20;  ///< bytes of the file kept in memory at a time
};

/// Reads a file from front to end through a window of fixed size, as words and lines of text or as raw bytes. The
/// window bounds the memory, however large the file or its lines are.
///
/// An error while reading (a disk error, an endless word) is kept as failure(), and from then on the file appears to
/// end. error() then returns that failure, so a caller that reports the unexpected end reports the true reason. A
/// caller that finds no fault must check failure() once at the end.
class TextScanner {
 public:
  /// Maximum length of a word. No valid word of a mesh file is longer, and the limit keeps a gigabyte without a blank
  /// out of memory.
  static constexpr std::size_t kMaxWord = 4096;

  /// Opens a file. It is an Error if the file is missing, unreadable, a folder or empty.
  [[nodiscard]] static Result<TextScanner> open(const std::filesystem::path& path, TextScannerOptions options = {});

  /// Reads from memory, which must outlive the scanner. Errors use `name` as the name of the file.
  TextScanner(std::string_view bytes, std::string name);

  /// From now on, a backslash at the end of a line joins the next line to it, as if it were a blank.
  void join_continued_lines() { joins_lines_ = true; }

  /// Returns the next word of this line, or an empty word at the end of the line. The result is valid until the next
  /// call of any other function.
  [[nodiscard]] std::string_view word();
  /// Moves to the start of the next line.
  void skip_line();
  /// Moves to the next word, on this line or a later one.
  void skip_blank_lines();
  /// Skips `text` if the file continues with it, and returns whether it did.
  bool skip_text(std::string_view text);

  /// Returns the next `count` bytes (at most kMaxWord), or nullptr if fewer are left. The result is valid as long as a
  /// word is.
  [[nodiscard]] const std::byte* bytes(std::size_t count) {
    if (!has(count)) return nullptr;
    const char* start = cursor_;
    cursor_ += count;
    return reinterpret_cast<const std::byte*>(start);
  }

  [[nodiscard]] bool at_end() { return !has(1); }
  [[nodiscard]] std::int64_t line() const { return line_; }  ///< counted from 1
  [[nodiscard]] std::int64_t offset() const { return window_offset_ + (cursor_ - window_begin_); }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string place(std::int64_t line) const { return name_ + ":" + std::to_string(line); }

  /// Makes an Error at this line, or returns the failure if that is the true reason.
  [[nodiscard]] Error error(std::string what, std::string remedy = {}) const;
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

 private:
  TextScanner(FileDescriptor file, const std::filesystem::path& path, TextScannerOptions options);

  /// Returns whether the window contains the next `count` bytes, and reads more of the file if necessary.
  bool has(std::size_t count) { return static_cast<std::size_t>(end_ - cursor_) >= count || refill(count); }
  bool refill(std::size_t count);
  void skip_blanks();
  /// Returns the length in bytes of the backslash at cursor_ + `backslash` and the line end behind it; 0 if they are
  /// not there.
  [[nodiscard]] std::size_t continuation_length(std::size_t backslash);
  void fail(Error error);

  std::string name_;
  FileDescriptor file_;       ///< not open if the window contains the whole input
  std::vector<char> buffer_;  ///< empty if the window is the caller's memory
  const char* window_begin_ = nullptr;
  const char* cursor_ = nullptr;
  const char* end_ = nullptr;
  std::int64_t window_offset_ = 0;  ///< offset of window_begin_ in the file [B]
  std::int64_t line_ = 1;
  bool joins_lines_ = false;
  std::optional<Error> failure_;
};

}  // namespace muslin
