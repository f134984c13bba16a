#pragma once
#include <limits>
#include <memory>
#include <muslin/core/quantity.hpp>
#include <muslin/io/json/json_value.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muslin {

/// Describes the values that JSON may contain at one place. The reader (format_check.hpp) and the JSON Schema
/// (format_schema.hpp) use the same table, so they cannot differ.
struct ValueFormat {
  enum class Kind { number, integer, boolean, text, choice, list, object, any_of };
  struct Field;

  Kind kind = Kind::text;
  std::string about;  ///< one sentence for the schema
  std::string name;   ///< if not empty, the schema defines the format once under this name

  // number, integer
  Quantity quantity = quantity::kRatio;
  NumberRange range;

  // choice
  std::vector<std::string> choices;

  // list
  std::shared_ptr<const ValueFormat> item;
  std::size_t min_items = 0;
  std::size_t max_items = std::numeric_limits<std::size_t>::max();

  // object
  std::vector<Field> fields;
  std::vector<std::vector<std::string>> one_of;          ///< exactly one key of each of these sets must be present
  std::vector<std::vector<std::string>> at_most_one_of;  ///< at most one key of each of these sets may be present
  /// If set, a value that is not an object stands for an object with only this key: "cotton" for {"base": "cotton"}.
  std::string short_for;
  /// Remedies for keys that users may try here by mistake.
  std::vector<std::pair<std::string, std::string>> hints;

  /// Among alternatives that are objects, the key that only this one has. If empty, this is the alternative for objects
  /// without any of the other tags.
  std::string tag;

  // any_of: alternatives are distinguished by JSON type; texts by whether a choice lists them; objects by their tags
  std::vector<ValueFormat> alternatives;

  // These are defined where Field is complete.
  ValueFormat();
  ValueFormat(const ValueFormat&);
  ValueFormat(ValueFormat&&) noexcept;
  ValueFormat& operator=(const ValueFormat&);
  ValueFormat& operator=(ValueFormat&&) noexcept;
  ~ValueFormat();

  [[nodiscard]] const Field* find(std::string_view key) const;
  /// Returns whether a value of that JSON type can be valid, in short or long form.
  [[nodiscard]] bool accepts(JsonValue::Type type) const;
};

/// A key of an object with the format of its value.
struct ValueFormat::Field {
  std::string key;
  ValueFormat format;
  bool required = false;
  std::optional<JsonValue> fallback;  ///< the value that a missing key stands for
  /// Default that the reader computes itself for a missing key; shown in documentation only.
  std::optional<JsonValue> usual;
  /// Not empty: the value is that of each of these keys, which stand behind it, and the key itself is dropped.
  std::vector<std::string> stands_for;
};

/// Builds formats in a compact notation for tables:
///   object("How long").with("frames", integer().from(1)).with("step", number(quantity::kTime).above(0), 0.005)
class FormatBuilder {
 public:
  explicit FormatBuilder(ValueFormat format) : format_(std::move(format)) {}
  operator ValueFormat() && { return std::move(format_); }  // NOLINT(google-explicit-constructor)

  FormatBuilder&& from(double minimum) &&;
  FormatBuilder&& above(double minimum) &&;
  FormatBuilder&& to(double maximum) &&;
  FormatBuilder&& below(double maximum) &&;
  FormatBuilder&& named(std::string name) &&;
  FormatBuilder&& about(std::string about) &&;

  FormatBuilder&& with(std::string key, ValueFormat format) &&;  ///< optional key
  FormatBuilder&& with(std::string key, ValueFormat format, JsonValue fallback) &&;
  FormatBuilder&& with(std::string key, ValueFormat format, double fallback) &&;
  FormatBuilder&& with(std::string key, ValueFormat format, const char* fallback) &&;
  FormatBuilder&& needs(std::string key, ValueFormat format) &&;
  FormatBuilder&& with(ValueFormat::Field field) &&;
  /// Moves the key that was added last in front of another one.
  FormatBuilder&& before(std::string_view key) &&;
  /// Replaces the format of an existing key.
  FormatBuilder&& instead(std::string_view key, ValueFormat format) &&;
  FormatBuilder&& one_of(std::vector<std::string> keys) &&;
  FormatBuilder&& at_most_one_of(std::vector<std::string> keys) &&;
  FormatBuilder&& short_for(std::string key) &&;
  FormatBuilder&& tagged(std::string key) &&;
  FormatBuilder&& hint(std::string key, std::string remedy) &&;

 private:
  ValueFormat format_;
};

namespace format {
[[nodiscard]] FormatBuilder number(const Quantity& quantity);
[[nodiscard]] FormatBuilder integer();
[[nodiscard]] FormatBuilder text();
[[nodiscard]] FormatBuilder choice(std::vector<std::string> choices);
[[nodiscard]] FormatBuilder list(ValueFormat item, std::size_t min_items, std::size_t max_items);
[[nodiscard]] FormatBuilder object(std::string about);
[[nodiscard]] FormatBuilder any_of(std::vector<ValueFormat> alternatives);
}  // namespace format

}  // namespace muslin
