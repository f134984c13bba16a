#pragma once
#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// A JSON value that remembers where it stood. Members keep their order; no key stands twice in an object.
struct JsonValue {
  enum class Type { null, boolean, number, text, list, object };
  struct Member;

  Type type = Type::null;
  bool boolean = false;
  double number = 0.0;
  std::string text;
  std::vector<JsonValue> items;
  /// No vector: who holds a reference to a value keeps it when other members come and go.
  std::list<Member> members;
  /// Line of the file, from 1; 0: made by the program; -k: given by the k-th override.
  int line = 0;

  // Defined where Member is complete.
  JsonValue();
  JsonValue(const JsonValue&);
  JsonValue(JsonValue&&) noexcept;
  JsonValue& operator=(const JsonValue&);
  JsonValue& operator=(JsonValue&&) noexcept;
  ~JsonValue();

  [[nodiscard]] static JsonValue of(bool value);
  [[nodiscard]] static JsonValue of(double value);
  [[nodiscard]] static JsonValue of(std::string value);
  [[nodiscard]] static JsonValue of(const char* value);
  [[nodiscard]] static JsonValue list(std::vector<JsonValue> items);
  [[nodiscard]] static JsonValue list();
  [[nodiscard]] static JsonValue object();

  [[nodiscard]] bool is(Type t) const { return type == t; }
  /// The member of that name; null if there is none, or this is no object.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;
  [[nodiscard]] JsonValue* find(std::string_view key);
  /// The member of that name, which must be there.
  [[nodiscard]] const JsonValue& at(std::string_view key) const;
  [[nodiscard]] JsonValue& at(std::string_view key);
  /// Puts a member at its old place, or at the end where it is new.
  JsonValue& set(std::string_view key, JsonValue value);
  void erase(std::string_view key);
};

struct JsonValue::Member {
  std::string key;
  JsonValue value;
  int line = 0;  ///< of the key
};

/// "a number", "a list", … for messages.
[[nodiscard]] std::string_view describe(JsonValue::Type type);

/// JSON text: two blanks per level, short lists and objects on one line, numbers as short as reads back to the same
/// bits. Numbers must be finite.
[[nodiscard]] std::string to_json(const JsonValue& value);

}  // namespace muslin
