#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// Appends text in quotes. Control characters are escaped, and bytes that are no UTF-8 (a path may hold any) become
/// U+FFFD: a file that can be read matters more.
void append_json_text(std::string& out, std::string_view text);

/// Writes JSON in one go, without a tree of values. Numbers are as short as reads back to the same bits; one that is
/// not finite becomes null.
class JsonWriter {
 public:
  struct Style {
    bool many_lines = false;   ///< each value stands on a line of its own, indented by two blanks per level
    bool marks_reals = false;  ///< a double that is whole is written 1.0, not 1
  };

  explicit JsonWriter(const Style& style) : style_(style) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_list() { begin('['); }
  void end_list() { end(']'); }
  /// Of the member of an object whose value comes next.
  void key(std::string_view name);

  void value(bool flag);
  void value(double number);
  void value(std::int64_t number);
  void value(std::uint64_t number);
  void value(int number) { value(std::int64_t{number}); }
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }

  /// A member of an object.
  template <class T>
  void member(std::string_view name, const T& content) {
    key(name);
    value(content);
  }

  /// What was written so far; the writer begins anew.
  [[nodiscard]] std::string take();

 private:
  void begin(char bracket);
  void end(char bracket);
  void begin_value();
  void break_line();

  Style style_;
  std::string text_;
  std::vector<bool> has_items_;  ///< of each list or object that is open
  bool after_key_ = false;
};

}  // namespace muslin
