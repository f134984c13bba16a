#pragma once
#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// A JSON value that records its line in the file. Members keep their order, and no key occurs twice in an object.
struct JsonValue {
  enum class Type { null, boolean, number, text, list, object };
  struct Member;

  Type type = Type::null;
  bool boolean = false;
  double number = 0.0;
  std::string text;
  std::vector<JsonValue> items;
  /// A list, not a vector, so that references to values stay valid when other members are added or erased.
  std::list<Member> members;
  /// Line of the file, counted from 1; 0 if the program made the value; -k if the k-th override set it.
  int line = 0;

  // These are defined where Member is complete.
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
  /// Returns the member of that name, or null if there is none or this value is not an object.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;
  [[nodiscard]] JsonValue* find(std::string_view key);
  /// Returns the member of that name, which must exist.
  [[nodiscard]] const JsonValue& at(std::string_view key) const;
  [[nodiscard]] JsonValue& at(std::string_view key);
  /// Replaces a member in its position, or appends it if it is new.
  JsonValue& set(std::string_view key, JsonValue value);
  void erase(std::string_view key);
};

/// A member of an object: a key with its value.
struct JsonValue::Member {
  std::string key;
  JsonValue value;
  int line = 0;  ///< line of the key
};

/// Names a type for messages: "a number", "a list", ….
[[nodiscard]] std::string_view describe(JsonValue::Type type);

/// Formats JSON text with two blanks per level, short lists and objects on one line, and the shortest numbers that read
/// back to the same bits. Numbers must be finite.
[[nodiscard]] std::string to_json(const JsonValue& value);

}  // namespace muslin
