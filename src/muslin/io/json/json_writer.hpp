#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// Appends text in quotes. Control characters are escaped. Bytes that are not UTF-8 (a path may contain any byte)
/// become U+FFFD, because a readable file matters more than those bytes.
void append_json_text(std::string& out, std::string_view text);

/// Writes JSON sequentially, without a tree of values. Numbers are the shortest that read back to the same bits; a
/// number that is not finite becomes null.
class JsonWriter {
 public:
  struct Style {
    bool many_lines = false;   ///< each value is on its own line, indented by two blanks per level
    bool marks_reals = false;  ///< a double with a whole value is written as 1.0, not 1
  };

  explicit JsonWriter(const Style& style) : style_(style) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_list() { begin('['); }
  void end_list() { end(']'); }
  /// Writes the key of the member whose value comes next.
  void key(std::string_view name);

  void value(bool flag);
  void value(double number);
  void value(std::int64_t number);
  void value(std::uint64_t number);
  void value(int number) { value(std::int64_t{number}); }
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }

  /// Writes a member of an object: its key and its value.
  template <class T>
  void member(std::string_view name, const T& content) {
    key(name);
    value(content);
  }

  /// Returns the text written so far and resets the writer.
  [[nodiscard]] std::string take();

 private:
  void begin(char bracket);
  void end(char bracket);
  void begin_value();
  void break_line();

  Style style_;
  std::string text_;
  std::vector<bool> has_items_;  ///< for each open list or object, whether it has items
  bool after_key_ = false;
};

}  // namespace muslin
