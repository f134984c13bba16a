#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <muslin/core/assert.hpp>
#include <muslin/io/json/json_writer.hpp>
#include <utility>

namespace muslin {
namespace {

/// Returns whether a character needs no escape. DEL needs none either: only mandatory escapes are used.
bool is_plain(char c) { return static_cast<signed char>(c) >= 0x20 && c != '"' && c != '\\'; }

/// Returns the length in bytes of the UTF-8 sequence at the start of the text; 0 if there is none (RFC 3629).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  // Reject overlong forms, surrogates and code points beyond U+10FFFF.
  if ((first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F)) return 0;
  if ((first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F)) return 0;
  return length;
}

}  // namespace

void append_json_text(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    // Most text needs no change.
    const auto special = std::find_if_not(text.begin(), text.end(), is_plain);
    out.append(text.begin(), special);
    text.remove_prefix(static_cast<std::size_t>(special - text.begin()));
    if (text.empty()) break;
    const char c = text.front();
    const std::size_t length = utf8_length(text);
    if (c == '"' || c == '\\')
      out.append({'\\', c});
    else if (length == 1)
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else if (length == 0)
      out += "\xEF\xBF\xBD";
    else
      out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  out += '"';
}

void JsonWriter::key(std::string_view name) {
  MUSLIN_ASSERT(!has_items_.empty() && !after_key_);
  begin_value();
  append_json_text(text_, name);
  text_ += style_.many_lines ? ": " : ":";
  after_key_ = true;
}

void JsonWriter::value(bool flag) {
  begin_value();
  text_ += flag ? "true" : "false";
}

void JsonWriter::value(double number) {
  begin_value();
  if (!std::isfinite(number)) {
    text_ += "null";
    return;
  }
  const std::size_t begin = text_.size();
  fmt::format_to(std::back_inserter(text_), "{}", number);
  if (style_.marks_reals && text_.find_first_not_of("-0123456789", begin) == text_.npos) text_ += ".0";
}

void JsonWriter::value(std::int64_t number) {
  begin_value();
  fmt::format_to(std::back_inserter(text_), "{}", number);
}

void JsonWriter::value(std::uint64_t number) {
  begin_value();
  fmt::format_to(std::back_inserter(text_), "{}", number);
}

void JsonWriter::value(std::string_view text) {
  begin_value();
  append_json_text(text_, text);
}

std::string JsonWriter::take() {
  MUSLIN_ASSERT(has_items_.empty());
  return std::exchange(text_, {});
}

void JsonWriter::begin(char bracket) {
  begin_value();
  text_ += bracket;
  has_items_.push_back(false);
}

void JsonWriter::end(char bracket) {
  MUSLIN_ASSERT(!has_items_.empty() && !after_key_);
  const bool has_items = has_items_.back();
  has_items_.pop_back();
  if (has_items) break_line();
  text_ += bracket;
}

/// Writes the separator between this value and the previous one.
void JsonWriter::begin_value() {
  if (std::exchange(after_key_, false) || has_items_.empty()) return;
  if (has_items_.back()) text_ += ',';
  has_items_.back() = true;
  break_line();
}

void JsonWriter::break_line() {
  if (!style_.many_lines) return;
  text_ += '\n';
  text_.append(2 * has_items_.size(), ' ');
}

}  // namespace muslin
