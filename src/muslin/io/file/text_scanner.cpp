#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <muslin/core/assert.hpp>
#include <muslin/io/file/file_error.hpp>
#include <muslin/io/file/text_scanner.hpp>

namespace muslin {
namespace {

/// Returns whether a character is a blank but not a line end. A carriage return counts as a blank, so that Windows
/// files read like all others.
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool ends_word(char c) { return c <= ' ' && (c == '\n' || is_blank(c)); }

}  // namespace

Result<TextScanner> TextScanner::open(const std::filesystem::path& path, TextScannerOptions options) {
  auto file = open_for_reading(path);
  if (!file) return file.error();
  TextScanner scanner(std::move(*file), path, options);
  if (scanner.at_end()) return scanner.error("the file is empty", "export it again");
  return scanner;
}

TextScanner::TextScanner(FileDescriptor file, const std::filesystem::path& path, TextScannerOptions options)
    : name_(path.string()), file_(std::move(file)), buffer_(std::max(options.window, kMaxWord + 2)) {
  window_begin_ = cursor_ = end_ = buffer_.data();
}

TextScanner::TextScanner(std::string_view bytes, std::string name)
    : name_(std::move(name)), window_begin_(bytes.data()), cursor_(bytes.data()), end_(bytes.data() + bytes.size()) {}

bool TextScanner::refill(std::size_t count) {
  if (!file_.is_open()) return false;
  MUSLIN_ASSERT(count <= buffer_.size());

  // Move the unread bytes to the front and fill the rest of the window.
  window_offset_ = offset();
  auto size = static_cast<std::size_t>(end_ - cursor_);
  std::memmove(buffer_.data(), cursor_, size);
  cursor_ = buffer_.data();
  end_ = cursor_ + size;
  while (size < count) {
    const ssize_t got = ::read(file_.get(), buffer_.data() + size, buffer_.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      fail(system_error(name_, "read the file", errno));
      return false;
    }
    if (got == 0) {
      static_cast<void>(file_.close());
      return false;
    }
    size += static_cast<std::size_t>(got);
    end_ += got;
  }
  return true;
}

std::string_view TextScanner::word() {
  skip_blanks();
  std::size_t length = 0;
  for (;;) {
    const char* p = cursor_ + length;
    for (const char* end = end_; p < end && !ends_word(*p);) ++p;
    length = static_cast<std::size_t>(p - cursor_);
    if (length > kMaxWord) {
      fail({.where = place(line_),
            .what = fmt::format("the word that starts with {} is longer than {} characters", quote({cursor_, 24}),
                                kMaxWord),
            .remedy = "check that this is a text file in the format of its extension"});
      return {};
    }
    if (cursor_ + length < end_ || !has(length + 1)) break;
  }
  // In "1 2\" at the end of a line, the backslash is not part of the word.
  if (joins_lines_ && length > 0 && cursor_[length - 1] == '\\' && continuation_length(length - 1) > 0) --length;
  cursor_ += length;
  return {cursor_ - length, length};
}

void TextScanner::skip_blanks() {
  for (;;) {
    // Use a copy of the cursor, which the compiler can keep in a register: files with a gigabyte of blanks exist.
    const char* p = cursor_;
    for (const char* end = end_; p < end && is_blank(*p);) ++p;
    cursor_ = p;
    if (at_end()) return;
    if (is_blank(*cursor_)) continue;
    if (!joins_lines_ || *cursor_ != '\\') return;
    const std::size_t length = continuation_length(0);
    if (length == 0) return;
    cursor_ += length;
    ++line_;
  }
}

std::size_t TextScanner::continuation_length(std::size_t backslash) {
  if (has(backslash + 2) && cursor_[backslash + 1] == '\n') return 2;
  if (has(backslash + 3) && cursor_[backslash + 1] == '\r' && cursor_[backslash + 2] == '\n') return 3;
  return 0;
}

void TextScanner::skip_line() {
  while (!at_end()) {
    const auto* line_end =
        static_cast<const char*>(std::memchr(cursor_, '\n', static_cast<std::size_t>(end_ - cursor_)));
    if (line_end != nullptr) {
      cursor_ = line_end + 1;
      ++line_;
      return;
    }
    cursor_ = end_;
  }
}

void TextScanner::skip_blank_lines() {
  for (skip_blanks(); !at_end() && *cursor_ == '\n'; skip_blanks()) {
    const char* p = cursor_;
    for (const char* end = end_; p < end && *p == '\n';) ++p;
    line_ += p - cursor_;
    cursor_ = p;
  }
}

bool TextScanner::skip_text(std::string_view text) {
  if (!has(text.size()) || !std::equal(text.begin(), text.end(), cursor_)) return false;
  cursor_ += text.size();
  return true;
}

Error TextScanner::error(std::string what, std::string remedy) const {
  if (failure_) return *failure_;
  return {.where = place(line_), .what = std::move(what), .remedy = std::move(remedy)};
}

void TextScanner::fail(Error error) {
  failure_ = std::move(error);
  static_cast<void>(file_.close());
  cursor_ = end_;
}

}  // namespace muslin
