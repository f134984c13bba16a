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

struct TextScannerOptions {
  std::size_t window = std::size_t{1} << 20;  ///< bytes of the file held in memory at a time
};

/// Reads a file from front to end through a window of fixed size: words and lines of text, and raw bytes. However large
/// the file is or its lines are, the memory is that of the window.
///
/// What goes wrong while reading (the disk, an endless word) is kept as failure(), and from then on the file seems to
/// end; error() then gives that failure, so a caller that reports the unexpected end reports the true reason. Who finds
/// no fault must ask failure() once at the end.
class TextScanner {
 public:
  /// Longest word. Nothing that a mesh file means is longer; a gigabyte without a blank is not held in memory.
  static constexpr std::size_t kMaxWord = 4096;

  /// An Error for what is missing, forbidden, a folder or empty.
  [[nodiscard]] static Result<TextScanner> open(const std::filesystem::path& path, TextScannerOptions options = {});

  /// Reads from memory, which must live as long as the scanner. `name` is what errors call it.
  TextScanner(std::string_view bytes, std::string name);

  /// From now on, a backslash at the end of a line joins the next line to it, as a blank would.
  void join_continued_lines() { joins_lines_ = true; }

  /// The next word of this line; empty at the end of the line. Valid until the next call of any other function.
  [[nodiscard]] std::string_view word();
  /// Goes to the start of the next line.
  void skip_line();
  /// Goes to the next word, on this line or a later one.
  void skip_blank_lines();
  /// Skips `text` if the file goes on with it.
  bool skip_text(std::string_view text);

  /// The next `count` bytes (at most kMaxWord), or nullptr if the file has no more so many. Valid like a word.
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

  /// An Error at this line, or the failure that is the true reason for it.
  [[nodiscard]] Error error(std::string what, std::string remedy = {}) const;
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

 private:
  TextScanner(FileDescriptor file, const std::filesystem::path& path, TextScannerOptions options);

  /// Whether the window holds the next `count` bytes, after reading on if need be.
  bool has(std::size_t count) { return static_cast<std::size_t>(end_ - cursor_) >= count || refill(count); }
  bool refill(std::size_t count);
  void skip_blanks();
  /// Bytes of the backslash at cursor_ + `backslash` and of the end of the line behind it; 0 if it is not there.
  [[nodiscard]] std::size_t continuation_length(std::size_t backslash);
  void fail(Error error);

  std::string name_;
  FileDescriptor file_;       ///< not open: all there is stands in the window
  std::vector<char> buffer_;  ///< empty where the window is the caller's memory
  const char* window_begin_ = nullptr;
  const char* cursor_ = nullptr;
  const char* end_ = nullptr;
  std::int64_t window_offset_ = 0;  ///< of window_begin_ in the file
  std::int64_t line_ = 1;
  bool joins_lines_ = false;
  std::optional<Error> failure_;
};

}  // namespace muslin
